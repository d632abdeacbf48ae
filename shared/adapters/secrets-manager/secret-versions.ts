import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { KeyVersion } from '../../domain/key-secrets.ts';
import { callBudgets, type CallBudget } from '../sdk/call-budget.ts';
import { translateFailure } from '../sdk/sdk-failure.ts';

/** A version of a secret. Its id is the `kid` of the key that is made from it. */
export interface SecretVersion extends KeyVersion {
  readonly secret: string;
}

/** Reads the versions of a secret that sign or verify: the current one and, if there is one, the previous one. */
export type ReadVersions = () => Promise<readonly [SecretVersion, SecretVersion?]>;

export const connectSecrets = (budget: CallBudget = callBudgets.request()): SecretsManagerClient =>
  new SecretsManagerClient(budget);

/**
 * Reads the two versions of a secret that Secrets Manager keeps: AWSCURRENT, and AWSPREVIOUS, the version before the last rotation.
 * The current one is read first: after a rotation in between, it is read again as the previous one. Parallel reads could return the
 * newest key and the one that the rotation dropped, and miss the key between them.
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
  /** A secret that was never rotated has no previous version. */
  const readPrevious = async (): Promise<SecretVersion | undefined> => {
    try {
      return await read('AWSPREVIOUS');
    } catch (error) {
      if (error instanceof Error && error.name === 'ResourceNotFoundException') return undefined;
      throw error;
    }
  };
  return async () => {
    try {
      const current = await read('AWSCURRENT');
      const previous = await readPrevious();
      return previous ? [current, previous] : [current];
    } catch (error) {
      throw translateFailure('Secrets Manager', error);
    }
  };
};
