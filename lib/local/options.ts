import { resolve } from 'node:path';
import { readLocalLifetimes } from '../../shared/local-service.ts';
import { defaultLifetimes } from '../../shared/settings.ts';
import { CannotStartError } from './cannot-start-error.ts';
import { parseFaults } from './gateway/faults.ts';

export type Environment = Readonly<Record<string, string | undefined>>;
export type Lifetimes = ReturnType<typeof readLocalLifetimes>;
export type LocalOptions = ReturnType<typeof readOptions>;

export const settingTexts = {
  PORT: 'port of the API (3000); 0: any free one',
  DYNAMODB_PORT: 'port of the embedded DynamoDB and Secrets Manager (8000, or with another DynamoDB any free one)',
  AWS_ENDPOINT_URL_DYNAMODB: 'URL of a DynamoDB to use instead of the embedded one',
  AWS_ENDPOINT_URL_SNS: 'URL of an SNS to push to (none: pushes are printed)',
  AWS_ENDPOINT_URL_EVENTBRIDGE: 'URL of an EventBridge to put events on (none: events are printed)',
  DATA_DIR: 'directory for data and signing keys (none: in memory)',
  DEMO: '0: start without demo data',
  DEMO_CLIENTS: 'number of API clients to add to the demo, in every state: in use, silent, disabled and so on (0)',
  FAULTS: 'faults of the API, for testing retries, such as 503:10%,lost:5%,slow:20%,429:2%',
  ACCESS_TOKEN_SECONDS: `lifetime of access tokens (${defaultLifetimes.accessTokenSeconds})`,
  REFRESH_TOKEN_SECONDS: `lifetime of refresh tokens (${defaultLifetimes.refreshTokenSeconds})`,
  HOUSEKEEPING_SECONDS: 'how often housekeeping runs (60)',
  REFRESH_GRACE_SECONDS: `how long a used refresh token can be sent again to get the same new tokens (${defaultLifetimes.refreshGraceSeconds})`,
} as const;

const readUrl = (environment: Environment, name: keyof typeof settingTexts): string | undefined => {
  const url = environment[name];
  if (!url) return undefined;
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url;
  throw new CannotStartError(`${name} is "${url}" and must be a URL such as http://127.0.0.1:8001.`);
};

interface IntegerRange {
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
}

const readInteger = (environment: Environment, name: keyof typeof settingTexts, range: IntegerRange): number => {
  const value = environment[name] || range.fallback;
  const number = Number(value);
  if (Number.isInteger(number) && number >= range.min && number <= range.max) return number;
  throw new CannotStartError(`${name} is "${value}" and must be a whole number from ${range.min} to ${range.max}.`);
};

const readPort = (environment: Environment, name: keyof typeof settingTexts, fallback: number): number =>
  readInteger(environment, name, { min: 0, max: 65_535, fallback });

const readLifetimes = (environment: Environment): Lifetimes => {
  try {
    return readLocalLifetimes(environment);
  } catch (error) {
    throw new CannotStartError((error as Error).message);
  }
};

/** @throws CannotStartError that names the invalid setting and says what it must be */
export const readOptions = (environment: Environment) => {
  const { DATA_DIR: dataDirectory, FAULTS: faults } = environment;
  const databaseUrl = readUrl(environment, 'AWS_ENDPOINT_URL_DYNAMODB');
  return {
    port: readPort(environment, 'PORT', 3000),
    // Another DynamoDB often has port 8000 already.
    databasePort: readPort(environment, 'DYNAMODB_PORT', databaseUrl === undefined ? 8000 : 0),
    databaseUrl,
    snsUrl: readUrl(environment, 'AWS_ENDPOINT_URL_SNS'),
    eventBridgeUrl: readUrl(environment, 'AWS_ENDPOINT_URL_EVENTBRIDGE'),
    dataDirectory: dataDirectory ? resolve(dataDirectory) : undefined,
    demo: readInteger(environment, 'DEMO', { min: 0, max: 1, fallback: 1 }) === 1,
    demoClients: readInteger(environment, 'DEMO_CLIENTS', { min: 0, max: 10_000, fallback: 0 }),
    faults: faults ? parseFaults(faults) : undefined,
    lifetimes: readLifetimes(environment),
    housekeepingSeconds: readInteger(environment, 'HOUSEKEEPING_SECONDS', { min: 1, max: 86_400, fallback: 60 }),
  };
};
