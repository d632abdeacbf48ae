import {
  Alarm,
  ComparisonOperator,
  TreatMissingData,
  type CreateAlarmOptions,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

export type AlarmOptions = Pick<CreateAlarmOptions, 'threshold' | 'alarmDescription'> & Partial<CreateAlarmOptions>;

/** Alarms that notify one topic when they fire and when they return to OK. Each names its entry in the runbook. */
export class AlarmSet extends Construct {
  readonly all: Alarm[] = [];
  readonly #topic: ITopic;

  constructor(scope: Construct, id: string, topic: ITopic) {
    super(scope, id);
    this.#topic = topic;
  }

  /**
   * Adds an alarm that fires when one period is at or above the threshold. Missing data fires no alarm, unless `options` change
   * that.
   */
  protected add(id: string, metric: IMetric, options: AlarmOptions): Alarm {
    const alarm = new Alarm(this, id, {
      metric,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...options,
      alarmDescription: `${options.alarmDescription} See docs/operations.md, alarm ${id}.`,
    });
    const announce = new SnsAction(this.#topic);
    alarm.addAlarmAction(announce);
    alarm.addOkAction(announce);
    this.all.push(alarm);
    return alarm;
  }
}
