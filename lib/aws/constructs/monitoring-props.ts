import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { ServiceFunctionName } from '../function-needs.ts';
import type { StageSettings } from '../stage-settings.ts';
import type { HttpApi } from './http-api.ts';
import type { ServiceFunction } from './service-function.ts';
import type { ServiceTables } from './service-tables.ts';
import type { StreamDelivery } from './stream-delivery.ts';

// Alarm thresholds that the dashboard also draws.

/** The number of 5xx responses in five minutes that fires the alarm. One failed request and its retries stay below it. */
export const SERVER_ERRORS = 5;
/** The delay that fires the alarm: so late, a push is not useful at the gate, and an event cannot release a desk in time. */
export const MAX_DELAY_MILLISECONDS = 5 * 60_000;

export interface MonitoringProps {
  readonly http: HttpApi;
  readonly functions: Readonly<Record<ServiceFunctionName, ServiceFunction>> & { readonly events?: ServiceFunction };
  readonly tables: ServiceTables;
  /** Deliveries from streams to functions. */
  readonly deliveries: { readonly push: StreamDelivery; readonly events?: StreamDelivery };
  /** Runs of housekeeping that failed after all retries. */
  readonly housekeepingFailures: Queue;
  readonly settings: StageSettings;
}
