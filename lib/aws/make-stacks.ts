import type { App } from 'aws-cdk-lib/core';
import { ConsoleStack } from './console-stack.ts';
import type { ConsoleFile } from './constructs/console-files.ts';
import type { Stage } from './read-stage.ts';
import { ServiceStack } from './service-stack.ts';

export const makeServiceStack = (app: App, { name, settings }: Stage): ServiceStack =>
  new ServiceStack(app, `checkin-${name}`, {
    description: `Access tokens for API clients, and check-in of desk and parking bookings (${name})`,
    tags: { service: 'checkin', stage: name },
    settings,
  });

/** Makes the console stack of a stage. It is deployed after the service stack. */
export const makeConsoleStack = (
  app: App,
  { name, settings }: Stage,
  service: ServiceStack,
  files: readonly ConsoleFile[],
): ConsoleStack => {
  const stack = new ConsoleStack(app, `${service.stackName}-console`, {
    description: `Web console of the check-in service (${name})`,
    tags: { service: 'checkin', stage: name },
    settings,
    serviceStackName: service.stackName,
    files,
  });
  stack.addStackDependency(service, 'reads its outputs');
  return stack;
};
