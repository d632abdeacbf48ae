import {
  ListSecretVersionIdsCommand,
  PutSecretValueCommand,
  type SecretsManagerClient,
  type SecretVersionsListEntry,
} from '@aws-sdk/client-secrets-manager';
import { translateFailure } from '../sdk/sdk-failure.ts';
import type { TokenKind } from '../jwt/token-kinds.ts';
import type { Instant } from '../../domain/instant.ts';
import { OperatorError } from '../../../lib/cli/operator-error.ts';

/** A signing key as the operator sees it: never the key itself. */
export interface KeyVersion {
  readonly keyId: string;
  readonly createdAt: Instant;
}

/** The key in force and, once there was a rotation, the one before it, which still verifies. */
export interface KeyVersions {
  readonly current: KeyVersion;
  readonly previous?: KeyVersion;
}

/** Where the signing keys are kept. */
export interface KeySecrets {
  find(kind: TokenKind): Promise<KeyVersions>;
  /** Puts a new key in force; the one before the current one is gone. @returns the new key's id. */
  put(kind: TokenKind, key: string): Promise<string>;
}

const toVersion = ({ VersionId = '', CreatedDate }: SecretVersionsListEntry): KeyVersion => ({
  keyId: VersionId,
  createdAt: Number(CreatedDate),
});

const explain = (error: unknown, secret: string): unknown =>
  error instanceof Error && error.name === 'ResourceNotFoundException'
    ? new OperatorError(`There is no secret ${secret} to keep signing keys in.`)
    : translateFailure('Secrets Manager', error);

/** Lists and puts, and never reads: who rotates keys need not be allowed to see them. */
export const makeKeySecrets = (
  client: Pick<SecretsManagerClient, 'send'>,
  secrets: Readonly<Record<TokenKind, string>>,
): KeySecrets => ({
  async find(kind) {
    const SecretId = secrets[kind];
    try {
      const { Versions = [] } = await client.send(new ListSecretVersionIdsCommand({ SecretId }));
      const at = (stage: string) => Versions.find(({ VersionStages }) => VersionStages?.includes(stage));
      const [current, previous] = [at('AWSCURRENT'), at('AWSPREVIOUS')];
      if (!current) throw new OperatorError(`The secret ${SecretId} has no signing key yet.`);
      return { current: toVersion(current), ...(previous && { previous: toVersion(previous) }) };
    } catch (error) {
      throw explain(error, SecretId);
    }
  },
  async put(kind, key) {
    const SecretId = secrets[kind];
    try {
      const { VersionId = '' } = await client.send(new PutSecretValueCommand({ SecretId, SecretString: key }));
      return VersionId;
    } catch (error) {
      throw explain(error, SecretId);
    }
  },
});
