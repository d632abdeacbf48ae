import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { metricNames } from '../../shared/metric-names.ts';
import { databaseCost, prices, units } from '../support/cost-model.ts';
import { type Properties, allPropertiesOf } from './find.ts';
import { stackTemplate } from './synthesise.ts';

const text = readFileSync('docs/limits-and-costs.md', 'utf8');
const flat = text.replaceAll(/\s+/g, ' ');

/**
 * The number of metrics of an event source mapping. They count the events that are polled, filtered out, passed to the
 * function, failed, dropped, and delivered to the queue.
 */
const MAPPING_METRICS = 6;

type Template = ReturnType<typeof stackTemplate>;

const [dev, prod, withBus] = [stackTemplate(), stackTemplate('prod'), stackTemplate('withForeignBus')];

const count = (template: Template, type: string): number => allPropertiesOf(template, type).length;

/** CloudWatch charges for each metric that an alarm reads. */
const countAlarmMetrics = (template: Template): number =>
  allPropertiesOf(template, 'AWS::CloudWatch::Alarm')
    .map(({ Metrics }) => (Metrics as Properties[] | undefined)?.filter((each) => each['MetricStat']).length ?? 1)
    .reduce((sum, each) => sum + each, 0);

const dollars = (amount: number): string => (Math.round(amount * 100 + 1e-6) / 100).toFixed(2);

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.replaceAll('*', '').trim());

/** The rows of each table, without its heading. */
const tablesOf = (document: string): string[][][] =>
  [...document.matchAll(/(?:^\|.*\n)+/gm)].map(([table]) => table.trim().split('\n').slice(2).map(cellsOf));

/** The cost of a month without requests, as computed from the resources of a template, by what it is for. */
const fixedCosts = (template: Template): readonly (readonly [string, number])[] => [
  ['secret', count(template, 'AWS::SecretsManager::Secret') * prices.secretMonth],
  ['KMS key', count(template, 'AWS::KMS::Key') * prices.keyMonth],
  ['metrics that alarms read', countAlarmMetrics(template) * prices.alarmMetricMonth],
  ['business metrics, if all have data', metricNames.length * prices.metricMonth],
  ['metrics of the stream', count(template, 'AWS::Lambda::EventSourceMapping') * MAPPING_METRICS * prices.metricMonth],
  ['metric of 5xx at log-in', count(template, 'AWS::Logs::MetricFilter') * prices.metricMonth],
  ['dashboard', count(template, 'AWS::CloudWatch::Dashboard') * prices.dashboardMonth],
];

const sumOf = (costs: readonly (readonly [string, number])[]): number =>
  costs.reduce((sum, [, amount]) => sum + amount, 0);

describe('The documented cost', () => {
  it('adds up in every table that has a sum', () => {
    const withSum = tablesOf(text).filter((rows) => rows.some(([label]) => label === 'total'));
    expect(withSum).toHaveLength(2);
    for (const rows of withSum) {
      const last = rows.findIndex(([label]) => label === 'total');
      const added = rows.slice(0, last).map((row) => row.slice(1).map(Number));
      const sums = (rows[last] ?? [])
        .slice(1)
        .map((_, column) => added.reduce((sum, row) => sum + (row[column] ?? 0), 0));
      expect(rows[last]?.slice(1).map(Number)).toStrictEqual(sums.map((sum) => Number(sum.toFixed(2))));
    }
  });

  it('adds up in the worked example', () => {
    const [, parts = '', total] = /: (check-ins [^:]*), in total ≈ (\d+)\./.exec(flat) ?? [];
    const amounts = [...parts.matchAll(/ (\d+)(?:,|$)/g)].map(([, amount]) => Number(amount));
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(Number(total));
  });

  it('of a month without requests is computed from the resources of the templates, and is at most 20 in prod', () => {
    const ofDev = fixedCosts(dev);
    const rows = fixedCosts(prod).map(([label, amount], row) => [
      label,
      dollars(ofDev[row]?.[1] ?? 0),
      dollars(amount),
    ]);
    expect(tablesOf(text)).toContainEqual([
      ...rows,
      ['total', dollars(sumOf(ofDev)), dollars(sumOf(fixedCosts(prod)))],
    ]);
    expect(sumOf(fixedCosts(prod))).toBeLessThanOrEqual(20);
  });

  it('of events is computed from the resources that the setting eventBus adds', () => {
    const added = sumOf(fixedCosts(withBus)) - sumOf(fixedCosts(prod));
    expect(flat).toContain(
      `\`eventBus\` adds ${dollars(added)} a month, and ${dollars(prices.event)} per million events`,
    );
  });

  it('of backups is computed from the number of copies that are kept', () => {
    const [, hours, days, copies] = /`everyHours: (\d+), keepDays: (\d+)` keeps (\d+)/.exec(flat) ?? [];
    expect(Number(copies)).toBe((24 / Number(hours)) * Number(days));
    expect(flat).toContain(`each full copy costs ${dollars(prices.backupGigabyte)} per GB`);
  });

  it('of a million check-ins is at most 4.40', () => {
    const [total] = tablesOf(text).flatMap((rows) => rows.filter(([label]) => label === 'total'));
    expect(Number(total?.[1])).toBeLessThanOrEqual(4.4);
  });

  it.each([
    ['DynamoDB, reads', units.checkin.reads * prices.read],
    ['DynamoDB, writes', units.checkin.writes * prices.write],
    ['DynamoDB, check-in log', databaseCost('logEntry')],
    // bundles.test.ts checks that a check-in logs no more.
    ['CloudWatch Logs', 1.5 * prices.logGigabyte],
    ['extra by uid or e-mail', databaseCost('byUid')],
    ['extra for a parking place', databaseCost('anotherBooking')],
    ['extra with an Idempotency-Key', databaseCost('idempotencyKey')],
    ["check-in in a batch, by the user's id", databaseCost('batchItem')],
    ['new booking, by sync', databaseCost('newBooking')],
    ['new user with uid and e-mail address, by sync', databaseCost('newUser')],
    ['extra for each word of a new user’s name', databaseCost('nameWord')],
    ['booking or user that is unchanged, by sync', databaseCost('unchanged')],
    ['state of a booking, by `/sync/bookings/read`', databaseCost('bookingState')],
    ['extra for each request to `/sync/users` or `/sync/bookings`', databaseCost('syncRequest')],
    ['extra if the request creates users', databaseCost('newUsersOfRequest')],
  ])('per million check-ins or other items is computed from measured units: %s', (label, amount) => {
    const row = text.split('\n').find((line) => line.startsWith(`| ${label} `));
    expect(row?.split('|').at(-2)?.trim()).toBe(dollars(amount));
  });
});
