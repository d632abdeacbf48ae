import { Stack } from 'aws-cdk-lib/core';
import {
  Alarm,
  ComparisonOperator,
  Metric,
  Stats,
  TreatMissingData,
  type CreateAlarmOptions,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { METRIC_NAMESPACE, type MetricName } from '../../../shared/metric-names.ts';
import { capitalise } from './capitalise.ts';

/** Returns the sum over five minutes of a metric that the functions of the stack count. */
export const businessMetric = (scope: Construct, metricName: MetricName): Metric =>
  new Metric({
    namespace: METRIC_NAMESPACE,
    metricName,
    dimensionsMap: { service: Stack.of(scope).stackName },
    statistic: Stats.SUM,
  });

type AlarmOptions = Partial<CreateAlarmOptions> & { readonly alarmDescription: string };

/** Alarms that notify one topic when they fire and when they return to OK. Each description names the alarm's runbook entry. */
export class AlarmSet extends Construct {
  readonly all: Alarm[] = [];
  readonly #topic: ITopic;

  constructor(scope: Construct, id: string, topic: ITopic) {
    super(scope, id);
    this.#topic = topic;
  }

  /**
   * Adds an alarm that fires when one period is at or above the threshold (default: 1). By default, missing data does not fire it.
   */
  add(id: string, metric: IMetric, options: AlarmOptions): Alarm {
    const alarm = new Alarm(this, id, {
      metric,
      threshold: 1,
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

  /** Adds alarms on errors and on throttles. @returns the alarm on errors */
  watchFunction(name: string, watched: IFunction): Alarm {
    const errors = this.add(`${capitalise(name)}Errors`, watched.metricErrors(), {
      alarmDescription: `Function ${name} crashed or ran out of time.`,
    });
    this.add(`${capitalise(name)}Throttles`, watched.metricThrottles(), {
      alarmDescription: `Lambda throttled function ${name}, because no concurrency was available.`,
    });
    return errors;
  }
}
