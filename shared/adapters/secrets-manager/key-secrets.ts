import {
  ListSecretVersionIdsCommand,
  PutSecretValueCommand,
  type SecretsManagerClient,
  type SecretVersionsListEntry,
} from '@aws-sdk/client-secrets-manager';
import { translateFailure } from '../sdk/sdk-failure.ts';
import type { KeySecrets, KeyVersion } from '../../domain/key-secrets.ts';
import type { TokenKind } from '../../domain/tokens.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';

const toVersion = ({ VersionId = '', CreatedDate }: SecretVersionsListEntry): KeyVersion => ({
  keyId: VersionId,
  createdAt: Number(CreatedDate),
});

const explain = (error: unknown, secret: string): unknown =>
  error instanceof Error && error.name === 'ResourceNotFoundException'
    ? new UseCaseError('signing_key_missing', { secret })
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
      if (!current) throw new UseCaseError('signing_key_missing', { secret: SecretId });
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
