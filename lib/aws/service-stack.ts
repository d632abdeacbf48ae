import packageDescription from '../../package.json' with { type: 'json' };
import { Annotations, CfnOutput, Stack, type App } from 'aws-cdk-lib/core';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { routes, type RouteId } from '../../shared/routes.ts';
import { CONCURRENCY_QUOTA, neededConcurrency } from '../../shared/concurrency.ts';
import { bookingsWithEvents, entriesWithEvents, newCheckinWithNotify } from '../../shared/stream-filters.ts';
import { makeAlarmTopic, makePushTopic } from './constructs/topics.ts';
import { Alarms, type MonitoringProps } from './constructs/alarms.ts';
import { makeBackups } from './constructs/backups.ts';
import { StreamDelivery } from './constructs/stream-delivery.ts';
import { isProtected } from './constructs/kept-data.ts';
import { scheduleHousekeeping } from './constructs/housekeeping-schedule.ts';
import { HttpApi } from './constructs/http-api.ts';
import { makeOwnKey } from './constructs/own-key.ts';
import { makeServiceDashboard } from './constructs/dashboards.ts';
import { ServiceTables } from './constructs/service-tables.ts';
import { makeSigningKeys } from './constructs/signing-keys.ts';
import { deployGradually, makeFunction, makeFunctions } from './constructs/service-function.ts';
import type { Capabilities, Resource } from './grant-needs.ts';
import type { Stage } from './read-stage.ts';
import type { StageSettings } from './stage-settings.ts';

const toResource = ({ queueUrl, queueArn }: Queue): Resource => ({ name: queueUrl, arns: [queueArn] });

const busArn = (stack: Stack, nameOrArn: string): string =>
  nameOrArn.startsWith('arn:')
    ? nameOrArn
    : stack.formatArn({ service: 'events', resource: 'event-bus', resourceName: nameOrArn });

export class ServiceStack extends Stack {
  constructor(app: App, { name, settings }: Stage) {
    super(app, `checkin-${name}`, {
      description: `Access tokens for API clients, and check-in of desk and parking bookings (${name})`,
      tags: { service: 'checkin', stage: name },
    });
    this.terminationProtection = isProtected(this, settings);

    const key = settings.ownKey ? makeOwnKey(new Construct(this, 'Encryption'), settings) : undefined;
    const httpApi = new HttpApi(this, 'Http', settings, key);
    const tables = new ServiceTables(this, 'Tables', settings, key);
    const signingKeys = makeSigningKeys(new Construct(this, 'SigningKeys'), settings, key);
    const pushTopic = makePushTopic(new Construct(this, 'Notifications'), key);
    const pushes = new StreamDelivery(this, 'Stream', key);
    const { eventBus } = settings;
    const events = eventBus === undefined ? undefined : new StreamDelivery(this, 'Events', key);
    const functionScope = new Construct(this, 'Functions');
    const devices = this.formatArn({ service: 'sns', resource: 'endpoint', resourceName: '*' });
    const capabilities: Capabilities = {
      tables: tables.byId,
      signingKeys,
      resources: {
        pushTopic: { name: pushTopic.topicArn, arns: [pushTopic.topicArn, devices] },
        pushFailuresQueue: toResource(pushes.failures),
        eventBus: eventBus === undefined ? undefined : { name: eventBus, arns: [busArn(this, eventBus)] },
        eventFailuresQueue: events && toResource(events.failures),
      },
      settings: { ...settings, tokenIssuer: settings.tokenIssuer ?? httpApi.url },
      front: httpApi.front,
      key,
    };
    const functions = makeFunctions(functionScope, settings, capabilities);
    const eventsFunction = events && makeFunction(functionScope, 'events', settings, capabilities);
    for (const route of Object.keys(routes) as RouteId[]) {
      httpApi.addRoute(route, functions[routes[route].functionName].entry);
    }
    const { bookings, auditLog } = tables.byId;
    pushes.connect(functions.push, [{ id: 'Mapping', table: bookings, patterns: [newCheckinWithNotify] }]);
    if (events && eventsFunction)
      events.connect(eventsFunction, [
        { id: 'BookingsMapping', table: bookings, patterns: bookingsWithEvents },
        { id: 'AuditLogMapping', table: auditLog, patterns: entriesWithEvents },
      ]);
    const housekeepingFailures = scheduleHousekeeping(new Construct(this, 'Housekeeping'), functions.housekeeping, key);

    const alarmTopic = makeAlarmTopic(new Construct(this, 'Announcements'), settings.alarmEmail, key);
    const monitored: MonitoringProps = {
      http: httpApi,
      functions: { ...functions, ...(eventsFunction && { events: eventsFunction }) },
      tables,
      deliveries: { push: pushes, events },
      housekeepingFailures,
      settings,
    };
    const alarms = new Alarms(this, 'Alarms', alarmTopic, monitored);
    const dashboard = makeServiceDashboard(new Construct(this, 'Overview'), monitored, alarms.all);
    const deploymentScope = new Construct(this, 'Deployment');
    deployGradually(deploymentScope, settings, Object.values(functions), alarms.releaseAlarms);

    const vault = makeBackups(new Construct(this, 'Backups'), Object.values(tables.byId), settings, key);
    this.#warnOfConcurrency(settings);

    const outputs: Readonly<Record<string, string>> = {
      Version: packageDescription.version,
      PeakCheckinsPerSecond: String(settings.peakCheckinsPerSecond),
      ...httpApi.outputs,
      ...tables.outputs,
      AccessKeySecret: signingKeys.access.secretArn,
      RefreshKeySecret: signingKeys.refresh.secretArn,
      ...(vault && { BackupVault: vault.backupVaultName }),
      ...(key && { EncryptionKey: key.keyArn }),
      AccessTokenSeconds: String(settings.accessTokenSeconds),
      RefreshTokenSeconds: String(settings.refreshTokenSeconds),
      AlarmSigningKeyAgeDays: String(settings.alarmSigningKeyAgeDays),
      RetentionDays: String(settings.retentionDays),
      CheckinLogDays: String(settings.checkinLogDays),
      AdminLogDays: String(settings.adminLogDays),
      PushTopic: pushTopic.topicArn,
      PushFunction: functions.push.function.functionName,
      PushFailures: pushes.failures.queueUrl,
      HousekeepingFailures: housekeepingFailures.queueUrl,
      ...(eventsFunction && { EventFunction: eventsFunction.function.functionName }),
      ...(events && { EventFailures: events.failures.queueUrl }),
      AlarmTopic: alarmTopic.topicArn,
      Dashboard: dashboard.dashboardName,
    };
    for (const [id, value] of Object.entries(outputs)) new CfnOutput(this, id, { value });
  }

  /** Warns at synthesis if the account's concurrent executions are too few for the check-ins that the stage is sized for. */
  #warnOfConcurrency({ peakCheckinsPerSecond: peak, accountConcurrency: granted }: StageSettings): void {
    const needed = neededConcurrency(peak);
    if (needed <= granted) return;
    Annotations.of(this).addWarningV2(
      'checkin:accountConcurrency',
      `${peak} check-ins per second (peakCheckinsPerSecond) need ${needed} concurrent executions; the account has ${granted} (accountConcurrency). Ask AWS for more, quota ${CONCURRENCY_QUOTA}, and then set accountConcurrency.`,
    );
  }
}
