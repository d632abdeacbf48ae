import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { metricNames } from '../../shared/metric-names.ts';
import { routes } from '../../shared/routes.ts';
import { databaseCost, prices, units } from '../support/cost-model.ts';
import { allPropertiesOf } from './find.ts';
import { consoleTemplate, serviceTemplate } from './synthesise.ts';

const text = readFileSync('docs/limits-and-costs.md', 'utf8');

/**
 * The number of metrics of an event source mapping. They count the events that are polled, filtered out, passed to the
 * function, failed, dropped, and delivered to the queue.
 */
const MAPPING_METRICS = 6;

const flat = text.replaceAll(/\s+/g, ' ');

const service = serviceTemplate('prod');
const consoleStack = consoleTemplate('prod');
const withBus = serviceTemplate('withForeignBus');

describe('The documented cost', () => {
  const count = (template: typeof service, type: string) => allPropertiesOf(template, type).length;
  /** CloudWatch charges for each metric that an alarm reads. */
  const countAlarmMetrics = (template: typeof service) =>
    allPropertiesOf(template, 'AWS::CloudWatch::Alarm')
      .map(
        ({ Metrics }) =>
          (Metrics as { MetricStat?: object }[] | undefined)?.filter((each) => each.MetricStat).length ?? 1,
      )
      .reduce((sum, each) => sum + each, 0);
  /** The number of Contributor Insights rules: one for each partition key and each sort key of a table or index. */
  const rules = allPropertiesOf(service, 'AWS::DynamoDB::Table')
    .flatMap(({ KeySchema, GlobalSecondaryIndexes = [] }) => [{ KeySchema }, ...GlobalSecondaryIndexes])
    .reduce((sum: number, { KeySchema }) => sum + (KeySchema as object[]).length, 0);
  const dollars = (amount: number) => amount.toFixed(2);

  const secretsOf = (template: typeof service): readonly [string, number] => {
    const secrets = count(template, 'AWS::SecretsManager::Secret');
    return [`${secrets} secret${secrets === 1 ? '' : 's'}`, secrets * prices.secretMonth];
  };

  /** For each kind of resource, a label with the number of resources, and their total cost per month. */
  const serviceCosts: readonly (readonly [string, number])[] = [
    secretsOf(service),
    [`${count(service, 'AWS::KMS::Key')} KMS key`, prices.keyMonth],
    [
      `${count(service, 'AWS::CloudWatch::Alarm')} alarms on ${countAlarmMetrics(service)} metrics`,
      countAlarmMetrics(service) * prices.alarmMetricMonth,
    ],
    [`${metricNames.length} business metrics`, metricNames.length * prices.metricMonth],
    [`${MAPPING_METRICS} metrics of the stream's mapping`, MAPPING_METRICS * prices.metricMonth],
    [`${count(service, 'AWS::CloudWatch::Dashboard')} dashboard`, prices.dashboardMonth],
    [`${rules} rules of Contributor Insights`, rules * prices.insightsRuleMonth],
  ];
  const consoleCosts: readonly (readonly [string, number])[] = [
    secretsOf(consoleStack),
    [
      `${count(consoleStack, 'AWS::CloudWatch::Alarm')} alarms on ${countAlarmMetrics(consoleStack)} metrics`,
      countAlarmMetrics(consoleStack) * prices.alarmMetricMonth,
    ],
    [`${count(consoleStack, 'AWS::CloudWatch::Dashboard')} dashboard`, prices.dashboardMonth],
  ];
  const sum = (all: readonly (readonly [string, number])[]) => all.reduce((total, [, amount]) => total + amount, 0);
  /** The monthly cost of the metrics that are filtered from the access log. */
  const routeMetricsCost = count(service, 'AWS::Logs::MetricFilter') * Object.keys(routes).length * prices.metricMonth;

  it('of a month without requests is computed from the resources of the templates', () => {
    const list = (all: typeof serviceCosts) => all.map(([label, amount]) => `${label} ${dollars(amount)}`).join(', ');
    expect(flat).toContain(`${list(serviceCosts)}: **${dollars(sum(serviceCosts))}**`);
    expect(flat).toContain(
      `${count(service, 'AWS::Logs::MetricFilter')} of the access log for each of ${Object.keys(routes).length} routes, ${dollars(routeMetricsCost)}`,
    );
    expect(flat).toContain(`The console adds ${list(consoleCosts)}: **${dollars(sum(consoleCosts))}**`);
  });

  it('of events is computed from the resources that the setting eventBus adds', () => {
    const alarms = count(withBus, 'AWS::CloudWatch::Alarm') - count(service, 'AWS::CloudWatch::Alarm');
    const metrics = countAlarmMetrics(withBus) - countAlarmMetrics(service);
    const mappingMetrics =
      MAPPING_METRICS *
      (count(withBus, 'AWS::Lambda::EventSourceMapping') - count(service, 'AWS::Lambda::EventSourceMapping'));
    const [alarmsCost, mappingsCost] = [metrics * prices.alarmMetricMonth, mappingMetrics * prices.metricMonth];
    expect(flat).toContain(
      `\`eventBus\` adds ${alarms} alarms on ${metrics} metrics ${dollars(alarmsCost)}, ${mappingMetrics} metrics of two mappings ${dollars(mappingsCost)}: **${dollars(alarmsCost + mappingsCost)}**, and ${dollars(prices.event)} per million events`,
    );
  });

  it.each([
    ['DynamoDB, reads', units.checkin.reads * prices.read],
    ['DynamoDB, writes', units.checkin.writes * prices.write],
    ['DynamoDB, check-in log', databaseCost('logEntry')],
    ['extra by uid or e-mail', databaseCost('byUid')],
    ['extra for a parking place', databaseCost('anotherBooking')],
    ['extra with an Idempotency-Key', databaseCost('idempotencyKey')],
    ['extra with `apiFront`', prices.cloudFrontRequest + prices.firewallRequest],
    ['new booking, by sync', databaseCost('newBooking')],
    ['new user with uid and e-mail address, by sync', databaseCost('newUser')],
    ['extra for each word of a new user’s name', databaseCost('nameWord')],
    ['booking or user that is unchanged, by sync', databaseCost('unchanged')],
    ['state of a booking, by `/sync/bookings/read`', databaseCost('bookingState')],
  ])('per million check-ins or other items is computed from measured units: %s', (label, amount) => {
    const row = text.split('\n').find((line) => line.startsWith(`| ${label} `));
    expect(row?.split('|').at(-2)?.trim()).toBe((Math.round(amount * 100 + 1e-6) / 100).toFixed(2));
  });
});
