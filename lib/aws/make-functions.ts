import type { Construct } from 'constructs';
import { consoleDeadline, requestDeadline, syncDeadline } from '../../shared/http/deadline.ts';
import { serviceNameOf } from './constructs/business-metric.ts';
import { makeServiceFunction, type ServiceFunction } from './constructs/service-function.ts';
import { routes } from '../../shared/routes.ts';
import { variableOf } from '../../shared/settings.ts';
import { functionNeeds, isServiceFunction, type FunctionName, type ServiceFunctionName } from './function-needs.ts';
import type { StageSettings } from './stage-settings.ts';
import { grantNeeds, type Capabilities } from './grant-needs.ts';

/** No caller waits for a function that reads a stream, and SNS or EventBridge can be slow for a batch of 100. */
const STREAM_TIMEOUT_MILLISECONDS = 60_000;

/** No caller waits for housekeeping, and thousands of clients can be due at once. */
const HOUSEKEEPING_TIMEOUT_MILLISECONDS = 300_000;

const descriptions: Readonly<Record<FunctionName, string>> = {
  auth: 'Issues the first token set to an API client.',
  refresh: 'Issues a new token set for a refresh token.',
  checkin: 'Checks a user in on every open booking.',
  batch: 'Performs the check-ins that a reader stored while it was offline.',
  sync: 'Creates, changes and removes users and bookings for a booking or HR system.',
  push: 'Sends a push for each check-in that asks for one.',
  events: 'Publishes booking changes and audit log entries to the event bus.',
  housekeeping: 'Reports silent API clients and expiring secrets, and deletes leftover data of removed users.',
  admin: "Serves the console's API.",
};

/** Timeouts of functions that do not have the timeout of a request. */
const timeouts: Readonly<Partial<Record<FunctionName, number>>> = {
  sync: syncDeadline.functionTimeoutMilliseconds,
  push: STREAM_TIMEOUT_MILLISECONDS,
  events: STREAM_TIMEOUT_MILLISECONDS,
  housekeeping: HOUSEKEEPING_TIMEOUT_MILLISECONDS,
  admin: consoleDeadline.functionTimeoutMilliseconds,
};

/** Environment variables that are read by libraries, not by the functions. */
const libraryEnvironment = (scope: Construct, { awsEndpointUrl }: StageSettings): Record<string, string> => ({
  POWERTOOLS_SERVICE_NAME: serviceNameOf(scope),
  ...(awsEndpointUrl !== undefined && { AWS_ENDPOINT_URL: awsEndpointUrl }),
});

const isBehindApi = (name: FunctionName): boolean =>
  name === 'admin' || Object.values(routes).some(({ functionName }) => functionName === name);

/** Makes a function serve only requests that came through CloudFront, if CloudFront is in front of the API. */
const frontEnvironment = ({ front }: Capabilities): Record<string, string> => ({
  ...(front && { [variableOf('originSecret')]: front.originSecret }),
  ...(front?.keepDirectCalls && { [variableOf('directCalls')]: 'true' }),
});

export const makeFunction = (
  scope: Construct,
  name: FunctionName,
  settings: StageSettings,
  capabilities: Capabilities,
): ServiceFunction => {
  const { environment, grantTo } = grantNeeds(functionNeeds[name], capabilities);
  const serviceFunction = makeServiceFunction(scope, {
    name,
    settings,
    description: descriptions[name],
    timeoutMilliseconds: timeouts[name] ?? requestDeadline.functionTimeoutMilliseconds,
    logKey: capabilities.key,
    // Streams and schedules call the newest code. So does SAM (awsEndpointUrl is set), which cannot call an alias.
    hasAlias: isBehindApi(name) && settings.awsEndpointUrl === undefined,
    environment: {
      ...environment,
      ...(isBehindApi(name) && frontEnvironment(capabilities)),
      ...libraryEnvironment(scope, settings),
    },
  });
  grantTo(serviceFunction.role);
  return serviceFunction;
};

export const makeFunctions = (
  scope: Construct,
  settings: StageSettings,
  capabilities: Capabilities,
): Readonly<Record<ServiceFunctionName, ServiceFunction>> => {
  const names = (Object.keys(functionNeeds) as FunctionName[]).filter(isServiceFunction);
  const functions = names.map((name) => [name, makeFunction(scope, name, settings, capabilities)] as const);
  return Object.fromEntries(functions) as Record<ServiceFunctionName, ServiceFunction>;
};
