import type { Construct } from 'constructs';
import { requestDeadline } from '../../shared/http/deadline.ts';
import { serviceNameOf } from './constructs/business-metric.ts';
import { makeServiceFunction, type ServiceFunction } from './constructs/service-function.ts';
import { functionNeeds, type FunctionName } from './function-needs.ts';
import type { StageSettings } from './stage-settings.ts';
import { grantNeeds, type Capabilities } from './grant-needs.ts';

/** Nobody waits for a push, and a batch of 100 may meet an SNS that is slow. */
const PUSH_TIMEOUT_MILLISECONDS = 60_000;

const traits: Readonly<Record<FunctionName, { description: string; timeoutMilliseconds: number }>> = {
  auth: {
    description: 'Gives an API client its first token set.',
    timeoutMilliseconds: requestDeadline.functionTimeoutMilliseconds,
  },
  refresh: {
    description: 'Gives an API client a new token set for a refresh token.',
    timeoutMilliseconds: requestDeadline.functionTimeoutMilliseconds,
  },
  checkin: {
    description: 'Checks a user in on every booking that is open.',
    timeoutMilliseconds: requestDeadline.functionTimeoutMilliseconds,
  },
  push: {
    description: 'Tells users of their check-ins.',
    timeoutMilliseconds: PUSH_TIMEOUT_MILLISECONDS,
  },
};

/** What the libraries in the functions read by themselves. */
const ambientEnvironment = (scope: Construct, { awsEndpointUrl }: StageSettings): Record<string, string> => ({
  POWERTOOLS_SERVICE_NAME: serviceNameOf(scope),
  ...(awsEndpointUrl !== undefined && { AWS_ENDPOINT_URL: awsEndpointUrl }),
});

/** The service's functions, each with the settings and permissions that it needs and no others. */
export const makeFunctions = (
  scope: Construct,
  settings: StageSettings,
  capabilities: Capabilities,
): Record<FunctionName, ServiceFunction> => {
  const make = (name: FunctionName): ServiceFunction => {
    const { environment, grantTo } = grantNeeds(functionNeeds[name], capabilities);
    const made = makeServiceFunction(scope, {
      name,
      settings,
      ...traits[name],
      environment: { ...environment, ...ambientEnvironment(scope, settings) },
    });
    grantTo(made.role);
    return made;
  };
  return { auth: make('auth'), refresh: make('refresh'), checkin: make('checkin'), push: make('push') };
};
