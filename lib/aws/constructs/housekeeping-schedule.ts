import { Duration } from 'aws-cdk-lib/core';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import type { ServiceFunction } from './service-function.ts';

/** Runs the `housekeeping` function every hour. A failed run needs no queue: the next one does its work. */
export const scheduleHousekeeping = (scope: Construct, { function: target }: ServiceFunction): void => {
  const retries = { retryAttempts: 2, maxEventAge: Duration.hours(1) };
  target.configureAsyncInvoke(retries);
  new Rule(scope, 'Hourly', {
    description: 'Runs housekeeping.',
    schedule: Schedule.rate(Duration.hours(1)),
    targets: [new LambdaFunction(target, retries)],
  });
};
