import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { ServiceFunctionName } from '../function-needs.ts';
import type { StageSettings } from '../stage-settings.ts';
import type { HttpApi } from './http-api.ts';
import type { ServiceFunction } from './service-function.ts';
import type { ServiceTables } from './service-tables.ts';
import type { StreamDelivery } from './stream-delivery.ts';

// Limits that fire an alarm and that the dashboard draws.

/** The number of 5xx responses in five minutes that fires the alarm: more than the retries of one failed request. */
export const SERVER_ERRORS = 5;
/** In milliseconds. A push this late is no longer useful at the gate, and an event is too late to release a desk. */
export const MAX_DELAY_MILLISECONDS = 5 * 60_000;

export interface MonitoringProps {
  readonly http: HttpApi;
  readonly functions: Readonly<Record<ServiceFunctionName, ServiceFunction>> & { readonly events?: ServiceFunction };
  readonly tables: ServiceTables;
  /** What the functions that read streams deliver. */
  readonly deliveries: { readonly push: StreamDelivery; readonly events?: StreamDelivery };
  /** Runs of housekeeping that failed after all retries. */
  readonly housekeepingFailures: Queue;
  readonly settings: StageSettings;
}
