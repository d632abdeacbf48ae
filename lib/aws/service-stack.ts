import packageDescription from '../../package.json' with { type: 'json' };
import { CfnOutput, Stack, type App } from 'aws-cdk-lib/core';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { routes, type RouteId } from '../../shared/routes.ts';
import { bookingsWithEvents, entriesWithEvents, newCheckinWithNotify } from '../../shared/stream-filters.ts';
import { makeAlarmTopics, makePushTopic } from './constructs/topics.ts';
import { Alarms, type Monitored } from './constructs/alarms.ts';
import { makeBackups } from './constructs/backups.ts';
import { StreamDelivery } from './constructs/stream-delivery.ts';
import { scheduleHousekeeping } from './constructs/housekeeping-schedule.ts';
import { HttpApi } from './constructs/http-api.ts';
import { makeOwnKey } from './constructs/own-key.ts';
import { Console } from './constructs/console.ts';
import type { ConsoleFile } from './constructs/console-files.ts';
import { makeDashboard } from './constructs/dashboard.ts';
import { ServiceTables } from './constructs/service-tables.ts';
import { makeSigningKey } from './constructs/signing-key.ts';
import { deployGradually, makeFunction, makeFunctions } from './constructs/service-function.ts';
import type { Capabilities, Resource } from './grant-permissions.ts';
import type { Stage } from './read-stage.ts';

const toResource = ({ queueUrl, queueArn }: Queue): Resource => ({ name: queueUrl, arns: [queueArn] });

const busArn = (stack: Stack, nameOrArn: string): string =>
  nameOrArn.startsWith('arn:')
    ? nameOrArn
    : stack.formatArn({ service: 'events', resource: 'event-bus', resourceName: nameOrArn });

/** The whole service. */
export class ServiceStack extends Stack {
  /** @param consoleFiles the output of the console's build; undefined if the stage has no console */
  constructor(app: App, { name, settings }: Stage, consoleFiles: readonly ConsoleFile[] | undefined) {
    super(app, `checkin-${name}`, {
      description: `Access tokens for API clients, and check-in of desk and parking bookings (${name})`,
      tags: { service: 'checkin', stage: name },
    });
    this.terminationProtection = settings.protect;

    const key = settings.ownKey ? makeOwnKey(new Construct(this, 'Encryption'), settings) : undefined;
    const httpApi = new HttpApi(this, 'Http', settings, key);
    const tables = new ServiceTables(this, 'Tables', settings, key);
    const signingKey = makeSigningKey(this, settings, key);
    const pushTopic = makePushTopic(new Construct(this, 'Notifications'), key);
    const pushes = new StreamDelivery(this, 'Stream', key);
    const { eventBus } = settings;
    const events = eventBus === undefined ? undefined : new StreamDelivery(this, 'Events', key);
    const functionScope = new Construct(this, 'Functions');
    const endpointPrefix = this.formatArn({ service: 'sns', resource: 'endpoint', resourceName: '' });
    const capabilities: Capabilities = {
      tables: tables.byId,
      resources: {
        signingKeySecret: { name: signingKey.secretArn, arns: [signingKey.secretArn] },
        // One action, `sns:Publish`, permits pushes to the topic and straight to devices.
        pushTopic: { name: pushTopic.topicArn, arns: [pushTopic.topicArn, `${endpointPrefix}*`] },
        pushFailuresQueue: toResource(pushes.failures),
        eventBus: eventBus === undefined ? undefined : { name: eventBus, arns: [busArn(this, eventBus)] },
        eventFailuresQueue: events && toResource(events.failures),
      },
      settings: { ...settings, endpointPrefix, tokenIssuer: settings.tokenIssuer ?? httpApi.url },
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
    scheduleHousekeeping(new Construct(this, 'Housekeeping'), functions.housekeeping);

    const webConsole =
      consoleFiles &&
      new Console(this, 'Console', { settings, capabilities, files: consoleFiles, apiUrl: httpApi.url });

    const monitored: Monitored = {
      http: httpApi,
      functions: {
        ...functions,
        ...(eventsFunction && { events: eventsFunction }),
        ...(webConsole && { admin: webConsole.admin }),
      },
      housekeeping: functions.housekeeping.function,
      tables,
      deliveries: { push: pushes, ...(events && { events }) },
      console: webConsole,
      isGradual: settings.trafficShift !== 'AllAtOnce',
    };
    const topics = makeAlarmTopics(new Construct(this, 'Announcements'), settings, key);
    const alarms = new Alarms(this, 'Alarms', topics, monitored);
    const dashboard = makeDashboard(new Construct(this, 'Overview'), monitored, alarms);
    const released = Object.values(monitored.functions);
    deployGradually(new Construct(this, 'Deployment'), settings, released, alarms.releaseAlarms);

    const vault = makeBackups(new Construct(this, 'Backups'), Object.values(tables.byId), settings, key);

    const outputs: Readonly<Record<string, string>> = {
      Version: packageDescription.version,
      ...httpApi.outputs,
      ...tables.outputs,
      SigningKeySecret: signingKey.secretArn,
      ...(vault && { BackupVault: vault.backupVaultName }),
      ...(key && { EncryptionKey: key.keyArn }),
      AccessTokenSeconds: String(settings.accessTokenSeconds),
      RefreshTokenSeconds: String(settings.refreshTokenSeconds),
      RetentionDays: String(settings.retentionDays),
      CheckinLogDays: String(settings.checkinLogDays),
      AdminLogDays: String(settings.adminLogDays),
      PushTopic: pushTopic.topicArn,
      PushFunction: functions.push.function.functionName,
      PushFailures: pushes.failures.queueUrl,
      ...(eventsFunction && { EventFunction: eventsFunction.function.functionName }),
      ...(events && { EventFailures: events.failures.queueUrl }),
      PageTopic: topics.page.topicArn,
      NoticeTopic: topics.notice.topicArn,
      Dashboard: dashboard.dashboardName,
      ...webConsole?.outputs,
    };
    for (const [id, value] of Object.entries(outputs)) new CfnOutput(this, id, { value });
  }
}
