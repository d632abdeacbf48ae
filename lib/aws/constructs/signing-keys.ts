import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';
import type { SigningKeyId } from '../function-needs.ts';
import { removalOfData } from './kept-data.ts';

/** 64 random letters and digits are 381 bits. HS256 requires 256 (RFC 7518, section 3.2). */
const KEY_CHARACTERS = 64;

/**
 * Makes the keys that sign tokens. The deployment generates them, and no person sees them. A key's `kid` is its version id in
 * Secrets Manager, which also keeps the previous version, so after a rotation the tokens of both keys are valid.
 */
export const makeSigningKeys = (
  scope: Construct,
  settings: StageSettings,
  encryptionKey: IKey | undefined,
): Readonly<Record<SigningKeyId, Secret>> => {
  const make = (id: string, description: string): Secret =>
    new Secret(scope, id, {
      description,
      generateSecretString: { passwordLength: KEY_CHARACTERS, excludePunctuation: true },
      removalPolicy: removalOfData(settings),
      encryptionKey,
    });
  return { access: make('Access', 'Signs access tokens.'), refresh: make('Refresh', 'Signs refresh tokens.') };
};
