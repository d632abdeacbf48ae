import type { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { ServiceFunctionName } from '../function-needs.ts';
import type { StageSettings } from '../stage-settings.ts';
import type { HttpApi } from './http-api.ts';
import type { ServiceFunction } from './service-function.ts';
import type { ServiceTables } from './service-tables.ts';

// Limits that start an alarm and that the dashboard draws.

/** The number of 5xx responses in five minutes that starts the alarm: more than the retries of one failed request. */
export const SERVER_ERRORS = 5;
/** A push this late is no longer useful at the gate; in milliseconds. */
export const MAX_PUSH_DELAY_MILLISECONDS = 5 * 60_000;

/** What the alarms and the dashboard monitor. */
export interface MonitoringProps {
  readonly http: HttpApi;
  readonly functions: Readonly<Record<ServiceFunctionName, ServiceFunction>>;
  readonly tables: ServiceTables;
  readonly pushFailures: Queue;
  /** Reads the stream for the push function. */
  readonly pushMapping: EventSourceMapping;
  readonly settings: StageSettings;
}
