import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';
import type { SigningKeyId } from '../function-needs.ts';
import { capitalise } from './capitalise.ts';
import { removalOfData } from './kept-data.ts';

type KeySettings = Pick<StageSettings, 'keepData' | 'replicaRegion'>;

/** 64 random letters and digits are 381 bits. HS256 requires 256 (RFC 7518, section 3.2). */
const KEY_CHARACTERS = 64;

/**
 * The keys that sign tokens. The deployment generates them, and no person sees them. A key's `kid` is its version id in Secrets
 * Manager, which also keeps the previous version, so after a rotation the tokens of both keys are valid.
 */
export class SigningKeys extends Construct {
  readonly byId: Readonly<Record<SigningKeyId, Secret>>;

  constructor(scope: Construct, id: string, settings: KeySettings, encryptionKey?: IKey) {
    super(scope, id);
    const { replicaRegion } = settings;
    const make = (secretId: string, description: string): Secret =>
      new Secret(this, secretId, {
        description,
        generateSecretString: { passwordLength: KEY_CHARACTERS, excludePunctuation: true },
        removalPolicy: removalOfData(settings),
        encryptionKey,
        ...(replicaRegion !== undefined && { replicaRegions: [{ region: replicaRegion }] }),
      });
    this.byId = {
      access: make('Access', 'Signs access tokens.'),
      refresh: make('Refresh', 'Signs refresh tokens.'),
    };
  }

  /** The ARN of each secret, by the name of its stack output. */
  get outputs(): Record<string, string> {
    return Object.fromEntries(
      Object.entries(this.byId).map(([id, { secretArn }]) => [`${capitalise(id)}KeySecret`, secretArn]),
    );
  }
}
