import { DEFAULT_LANGUAGE, defaultLogRetention, variableOf, type SettingName } from '../../shared/settings.ts';
import type { Environment, Lifetimes } from './options.ts';
import { LOCAL_KEY_SECRET, LOCAL_RETENTION_DAYS, localAccount, localTableNames } from '../../shared/local-service.ts';

export interface LocalEndpoints {
  readonly databaseUrl: string;
  readonly secretsUrl: string;
}

const tableSettings = Object.fromEntries(Object.entries(localTableNames).map(([id, name]) => [`${id}Table`, name]));

const settingsOf = (lifetimes: Lifetimes): Partial<Record<SettingName, string | number>> => ({
  ...tableSettings,
  signingKeySecret: LOCAL_KEY_SECRET,
  ...defaultLogRetention,
  ...lifetimes,
  retentionDays: LOCAL_RETENTION_DAYS,
  // Demos and tests check people in at any time.
  maxFutureMinutes: 0,
  defaultLanguage: DEFAULT_LANGUAGE,
  // The two queues do not exist. So anything that SNS or EventBridge rejects is lost, and the service reports an error.
  pushFailuresQueue: 'http://127.0.0.1:9/push-failures',
  eventBus: 'default',
  eventFailuresQueue: 'http://127.0.0.1:9/event-failures',
});

/** SNS and EventBridge may be AWS's own, which need the account of the environment. Everything else is on this machine. */
const accountOf = (environment: Environment): Readonly<Record<string, string>> => {
  const { AWS_ENDPOINT_URL_SNS, AWS_ENDPOINT_URL_EVENTBRIDGE, AWS_ACCESS_KEY_ID, AWS_PROFILE } = environment;
  const mayCallAws = AWS_ENDPOINT_URL_SNS || AWS_ENDPOINT_URL_EVENTBRIDGE;
  if (!mayCallAws || !(AWS_ACCESS_KEY_ID || AWS_PROFILE)) return localAccount;
  return { AWS_REGION: environment['AWS_REGION'] || environment['AWS_DEFAULT_REGION'] || localAccount.AWS_REGION };
};

/** The variables that a deployment sets for the functions, and the settings that direct the SDK's clients to this machine. */
export const functionEnvironment = (
  lifetimes: Lifetimes,
  { databaseUrl, secretsUrl }: LocalEndpoints,
  environment: Environment,
): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(settingsOf(lifetimes)).map(([name, value]) => [variableOf(name as SettingName), String(value)]),
  ),
  AWS_ENDPOINT_URL_DYNAMODB: databaseUrl,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: secretsUrl,
  ...accountOf(environment),
  // The gateway prints every request already, so the functions log only errors.
  POWERTOOLS_SERVICE_NAME: 'checkin-local',
  POWERTOOLS_LOG_LEVEL: environment['POWERTOOLS_LOG_LEVEL'] || 'WARN',
  POWERTOOLS_METRICS_DISABLED: environment['POWERTOOLS_METRICS_DISABLED'] || 'true',
});
