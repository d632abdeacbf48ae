import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';
import { removalOfData } from './kept-data.ts';

/** 64 random letters and digits are 381 bits. A seed of Ed25519 has 256. */
const KEY_CHARACTERS = 64;

/**
 * Makes the key that signs tokens. The deployment generates it, and no person sees it. A key's `kid` is its version id in Secrets
 * Manager, which also keeps the previous version, so after a rotation the tokens of both keys are valid.
 */
export const makeSigningKey = (scope: Construct, settings: StageSettings, encryptionKey: IKey | undefined): Secret =>
  new Secret(scope, 'SigningKey', {
    description: 'Signs tokens.',
    generateSecretString: { passwordLength: KEY_CHARACTERS, excludePunctuation: true },
    removalPolicy: removalOfData(settings),
    encryptionKey,
  });
