import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { AlarmSet } from './alarm-set.ts';

/**
 * The number of 5xx responses of the console's API in five minutes that fires the alarm.
 * A single failed request and its retries stay below this number.
 */
export const CONSOLE_SERVER_ERRORS = 3;

interface ConsoleAlarmsProps {
  readonly topic: ITopic;
  readonly api: HttpApi;
  readonly admin: IFunction;
}

export class ConsoleAlarms extends AlarmSet {
  constructor(scope: Construct, id: string, { topic, api, admin }: ConsoleAlarmsProps) {
    super(scope, id, topic);
    this.add('ConsoleServerErrors', api.metricServerError({ statistic: Stats.SUM }), {
      threshold: CONSOLE_SERVER_ERRORS,
      alarmDescription: `${CONSOLE_SERVER_ERRORS} or more requests of the console got a 5xx response in 5 minutes.`,
    });
    this.watchFunction('admin', admin);
  }
}
