import { hash } from 'node:crypto';
import {
  GetSecretValueCommand,
  ListSecretVersionIdsCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  SecretsManagerClient,
  type SecretVersionsListEntry,
} from '@aws-sdk/client-secrets-manager';
import type { KeySecret, KeyVersion, KeyVersions } from '../../domain/signing-keys.ts';
import { ServiceError } from '../../domain/service-error.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import { callBudgets, type CallBudget } from '../sdk/call-budget.ts';
import { callAws, translateFailure } from '../sdk/sdk-failure.ts';

/** A version of a secret. Its id is the `kid` of the key that is made from it. */
export interface SecretVersion extends KeyVersion {
  readonly secret: string;
}

export type ReadVersions = () => Promise<readonly [SecretVersion, SecretVersion?]>;

export const connectSecrets = (budget: CallBudget = callBudgets.request()): SecretsManagerClient =>
  new SecretsManagerClient(budget);

/** A deleted secret is an outage, not a bug: `aws secretsmanager restore-secret` brings it back for 30 days. */
const assertSecretExists = (error: Error): never => {
  if (!['ResourceNotFoundException', 'InvalidRequestException'].includes(error.name)) throw error;
  throw new ServiceError('dependency_unavailable', `The secret does not exist: ${error.message}`, { cause: error });
};

/**
 * Secrets Manager keeps two versions: AWSCURRENT, and AWSPREVIOUS from before the last rotation. The current version is read
 * first. If a rotation comes between the reads, that version becomes the previous one, and the second read returns it again.
 * Parallel reads could miss it.
 */
export const makeVersionReader = (client: Pick<SecretsManagerClient, 'send'>, SecretId: string): ReadVersions => {
  const read = async (VersionStage: 'AWSCURRENT' | 'AWSPREVIOUS'): Promise<SecretVersion> => {
    const {
      SecretString = '',
      VersionId = '',
      CreatedDate,
    } = await client.send(new GetSecretValueCommand({ SecretId, VersionStage }));
    return { keyId: VersionId, secret: SecretString, createdAt: Number(CreatedDate) };
  };
  const readPrevious = async (): Promise<SecretVersion | undefined> => {
    try {
      return await read('AWSPREVIOUS');
    } catch (error) {
      if (error instanceof Error && error.name === 'ResourceNotFoundException') return undefined;
      throw error;
    }
  };
  const readBoth = async (): ReturnType<ReadVersions> => {
    const current = await read('AWSCURRENT');
    const previous = await readPrevious();
    return previous ? [current, previous] : [current];
  };
  return () => callAws('Secrets Manager', readBoth().catch(assertSecretExists));
};

const toVersion = ({ VersionId = '', CreatedDate }: SecretVersionsListEntry): KeyVersion => ({
  keyId: VersionId,
  createdAt: Number(CreatedDate),
});

/**
 * Returns the version id of the next key, a UUID made from the ids of the current and the previous version. Two simultaneous
 * rotations make the same id, and Secrets Manager rejects the second rotation. If an operator makes an earlier version current
 * again, its next successor gets a new id, because another version is then the previous one.
 */
const toRequestToken = ({ current, previous }: KeyVersions): string =>
  hash('sha256', `successor of ${current.keyId} ${previous?.keyId}`).replace(
    /^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/,
    '$1-$2-$3-$4-$5',
  );

const explain = (error: unknown, secretId: string): unknown =>
  error instanceof Error && error.name === 'ResourceNotFoundException'
    ? new UseCaseError('signing_key_missing', { secret: secretId })
    : translateFailure('Secrets Manager', error);

/** Never reads the keys themselves, so that rotating keys does not need the permission to read them. */
export const makeKeySecret = (client: Pick<SecretsManagerClient, 'send'>, SecretId: string): KeySecret => ({
  async find() {
    try {
      const { Versions = [] } = await client.send(new ListSecretVersionIdsCommand({ SecretId }));
      const versionAt = (stage: string) => Versions.find(({ VersionStages }) => VersionStages?.includes(stage));
      const [current, previous] = [versionAt('AWSCURRENT'), versionAt('AWSPREVIOUS')];
      if (!current) throw new UseCaseError('signing_key_missing', { secret: SecretId });
      return { current: toVersion(current), ...(previous && { previous: toVersion(previous) }) };
    } catch (error) {
      throw explain(error, SecretId);
    }
  },
  async replace(replaced, key) {
    const ClientRequestToken = toRequestToken(replaced);
    try {
      const put = new PutSecretValueCommand({ SecretId, SecretString: key, ClientRequestToken });
      const { VersionId = '' } = await client.send(put);
      return VersionId;
    } catch (error) {
      if (error instanceof ResourceExistsException) throw new UseCaseError('key_rotated_meanwhile');
      throw explain(error, SecretId);
    }
  },
});
