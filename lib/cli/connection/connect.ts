import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { callBudgets } from '../../../shared/adapters/sdk/call-budget.ts';
import { connectDatabase } from '../../../shared/adapters/dynamodb/connect-database.ts';
import type { Database } from '../../../shared/adapters/dynamodb/database.ts';
import { connectSecrets } from '../../../shared/adapters/secrets-manager/key-secret.ts';
import {
  LOCAL_RETENTION_DAYS,
  LOCAL_KEY_SECRET,
  localAccount,
  localTableNames,
  readLocalLifetimes,
} from '../../../shared/local-service.ts';
import { defaultLogRetention } from '../../../shared/settings.ts';
import { OperatorError, UsageError } from '../operator-error.ts';
import type { StackNames } from './read-stack.ts';

/** Options that choose the service to work on: the local service or a deployed stack. */
export interface TargetOptions {
  readonly local?: boolean | undefined;
  readonly stack?: string | undefined;
}

export interface Target extends StackNames {
  readonly database: Database;
  readonly secrets: Pick<SecretsManagerClient, 'send'>;
  readonly close: () => void;
}

type Environment = Readonly<Record<string, string | undefined>>;

const defaultPorts = { PORT: '3000', DYNAMODB_PORT: '8000' } as const;

type PortName = keyof typeof defaultPorts;

const urlAt = (environment: Environment, name: PortName): string => {
  const port = environment[name] || defaultPorts[name];
  if (/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535) return `http://127.0.0.1:${port}`;
  throw new OperatorError(`${name} is "${port}" and must be a port number.`, 'invalid_environment');
};

/** The URL of the local service's API and console. @throws OperatorError if `PORT` is not a port number */
export const localApiUrl = (environment: Environment): string => urlAt(environment, 'PORT');

/** @returns undefined if the variable is not set. @throws OperatorError if it is not a URL */
const urlIn = (environment: Environment, name: `AWS_ENDPOINT_URL_${string}`): string | undefined => {
  const url = environment[name];
  if (!url || (/^https?:/i.test(url) && URL.canParse(url))) return url || undefined;
  throw new OperatorError(
    `${name} is "${url}" and must be a URL such as http://127.0.0.1:8001.`,
    'invalid_environment',
  );
};

const databaseUrl = (environment: Environment): string =>
  urlIn(environment, 'AWS_ENDPOINT_URL_DYNAMODB') ?? urlAt(environment, 'DYNAMODB_PORT');

/**
 * The local Secrets Manager has the port of the embedded DynamoDB, even if the tables are in another DynamoDB. Without
 * `DYNAMODB_PORT`, the URL of the database is assumed to be that of the embedded one.
 */
const secretsUrl = (environment: Environment): string =>
  urlIn(environment, 'AWS_ENDPOINT_URL_SECRETS_MANAGER') ??
  (environment['DYNAMODB_PORT'] ? urlAt(environment, 'DYNAMODB_PORT') : databaseUrl(environment));

/** Returns the SDK's settings for the local service's DynamoDB and signing keys. Endpoints in `environment` take precedence. */
export const localEnvironment = (environment: Environment): Record<string, string> => ({
  ...localAccount,
  AWS_ENDPOINT_URL_DYNAMODB: databaseUrl(environment),
  AWS_ENDPOINT_URL_SECRETS_MANAGER: secretsUrl(environment),
});

/** Reads the lifetimes of the local service's tokens. @throws OperatorError that names an invalid variable */
const readLifetimes = (environment: Environment) => {
  try {
    return readLocalLifetimes(environment);
  } catch (error) {
    throw new OperatorError((error as Error).message, 'invalid_environment');
  }
};

const findNames = async ({ local, stack }: TargetOptions): Promise<StackNames> => {
  if (local && stack !== undefined) throw new UsageError('Give either --local or --stack, not both.');
  if (stack !== undefined) return (await import('./read-stack.ts')).readStack(stack, callBudgets.operator());
  if (!local) throw new UsageError('Say which service to work on: --local, or --stack with the name of a stack.');
  // The clients of the AWS SDK read these variables.
  Object.assign(process.env, localEnvironment(process.env));
  return {
    tableNames: localTableNames,
    keySecret: LOCAL_KEY_SECRET,
    apiUrl: localApiUrl(process.env),
    lifetimes: readLifetimes(process.env),
    retention: { retentionDays: LOCAL_RETENTION_DAYS, ...defaultLogRetention },
    version: undefined,
    deliveries: {},
    endpointPrefix: undefined,
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
