import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { ServiceFunctionName } from '../function-needs.ts';
import type { StageSettings } from '../stage-settings.ts';
import type { HttpApi } from './http-api.ts';
import type { ServiceFunction } from './service-function.ts';
import type { ServiceTables } from './service-tables.ts';

/** What the alarms and the dashboard monitor. */
export interface MonitoringProps {
  readonly http: HttpApi;
  readonly functions: Readonly<Record<ServiceFunctionName, ServiceFunction>>;
  readonly tables: ServiceTables;
  readonly pushFailures: Queue;
  readonly settings: StageSettings;
}
