import type { App } from 'aws-cdk-lib/core';
import { readStage } from './read-stage.ts';
import { ServiceStack, type ServiceStackProps } from './service-stack.ts';

/**
 * The stack of the stage that the app's context names.
 * @throws WrongStageError
 */
export const makeServiceStack = (app: App, props: Omit<ServiceStackProps, 'settings'> = {}): ServiceStack => {
  const { name, settings } = readStage(app.node.getAllContext() as Record<string, unknown>);
  return new ServiceStack(app, `checkin-${name}`, {
    description: `Access tokens for API clients, and check-in of desk and parking bookings (${name})`,
    tags: { service: 'checkin', stage: name },
    settings,
    ...props,
  });
};
