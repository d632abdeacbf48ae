import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { callBudgets } from '../../../shared/adapters/sdk/call-budget.ts';
import { connectDatabase } from '../../../shared/adapters/dynamodb/connect-database.ts';
import type { Database } from '../../../shared/adapters/dynamodb/database.ts';
import { connectSecrets } from '../../../shared/adapters/secrets-manager/key-secrets.ts';
import { DEFAULT_MAX_KEY_AGE_DAYS } from '../../../shared/domain/signing-keys.ts';
import { localKeySecrets, localTableNames } from '../../../shared/local-service.ts';
import { DEFAULT_RETENTION_DAYS, defaultLogRetention } from '../../../shared/settings.ts';
import { UsageError } from '../operator-error.ts';
import { localApiUrl, localEnvironment, readLifetimes } from './local-environment.ts';
import type { StackNames } from './read-stack.ts';
import type { TargetOptions } from '../stores.ts';

export interface Target extends StackNames {
  readonly database: Database;
  readonly secrets: Pick<SecretsManagerClient, 'send'>;
  readonly close: () => void;
}

const findNames = async ({ local, stack }: TargetOptions): Promise<StackNames> => {
  if (local && stack !== undefined) throw new UsageError('Give either --local or --stack, not both.');
  if (stack !== undefined) return (await import('./read-stack.ts')).readStack(stack, callBudgets.operator());
  if (!local) throw new UsageError('Say which service to work on: --local, or --stack with the name of a stack.');
  Object.assign(process.env, localEnvironment(process.env));
  return {
    tableNames: localTableNames,
    keySecrets: localKeySecrets,
    apiUrl: localApiUrl(process.env),
    maxKeyAgeDays: DEFAULT_MAX_KEY_AGE_DAYS,
    lifetimes: readLifetimes(process.env),
    retention: { retentionDays: DEFAULT_RETENTION_DAYS, ...defaultLogRetention },
    deliveries: {},
  };
};

/** Finds the tables to work on and connects to them. @throws OperatorError if the options name no service */
export const resolveTarget = async (options: TargetOptions): Promise<Target> => {
  const names = await findNames(options);
  const connection = connectDatabase(callBudgets.operator());
  const secrets = connectSecrets(callBudgets.operator());
  const close = (): void => {
    connection.close();
    secrets.destroy();
  };
  return { ...names, database: connection.withSignal(), secrets, close };
};
