import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { KeyVersion } from '../../domain/key-secrets.ts';
import { callBudgets, type CallBudget } from '../sdk/call-budget.ts';
import { translated } from '../sdk/sdk-failure.ts';

/** A version of a secret. Its id is the `kid` of the key that is made from it. */
export interface SecretVersion extends KeyVersion {
  readonly secret: string;
}

/** The current version and, after a rotation, the previous one. */
export type ReadVersions = () => Promise<readonly [SecretVersion, SecretVersion?]>;

export const connectSecrets = (budget: CallBudget = callBudgets.request()): SecretsManagerClient =>
  new SecretsManagerClient(budget);

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
  /** Returns undefined if the secret was never rotated. */
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
  return () => translated('Secrets Manager', readBoth());
};
