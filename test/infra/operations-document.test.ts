import { describe, expect, it } from '@jest/globals';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { readFileSync } from 'node:fs';
import { metricNames } from '../../shared/metric-names.ts';
import { routes } from '../../shared/routes.ts';
import { allPropertiesOf } from './find.ts';
import { synthesise, synthesiseConsole } from './synthesise.ts';
import { makeBookingStore } from '../../shared/adapters/dynamodb/booking-store.ts';
import type { Database } from '../../shared/adapters/dynamodb/database.ts';
import type { BookingStore } from '../../shared/domain/booking.ts';
import { formatDateTime } from '../../shared/domain/instant.ts';

const text = readFileSync('docs/operations.md', 'utf8');

/** What the store writes for a booking, as an item. */
const itemOf = async (booking: Parameters<BookingStore['save']>[0]): Promise<Record<string, unknown>> => {
  const updates: UpdateCommandInput[] = [];
  const send = async (command: object): Promise<object> => {
    if (command instanceof UpdateCommand) updates.push(command.input);
    return {};
  };
  await makeBookingStore({ send } as Partial<Database> as Database, 'Bookings').save(booking);
  const { Key, ExpressionAttributeValues = {} } = updates[0] as UpdateCommandInput;
  const attributes = Object.entries(ExpressionAttributeValues).map(([name, value]) => [
    name.slice(1),
    value as unknown,
  ]);
  return { ...Key, ...Object.fromEntries(attributes) } as Record<string, unknown>;
};

describe('docs/operations.md', () => {
  const [example = ''] = /\{\n {2}"companyUser"[^`]+/.exec(text) ?? [];
  const item = unmarshall(JSON.parse(example));

  it('shows an item of the bookings table as the store writes it', async () => {
    const { companyId, userId, bookingId, kind, name, checkinOpensAt, noShowAt } = item;
    const written = await itemOf({ user: { companyId, userId }, bookingId, kind, name, checkinOpensAt, noShowAt });
    expect(item).toStrictEqual(written);
  });

  it('tells the escapes of a company’s name, and the moments of the example', async () => {
    const { companyUser } = await itemOf({ ...item, user: { companyId: 'a#b%', userId: 1 } } as never);
    expect(companyUser).toBe('a%23b%25#1');
    expect(formatDateTime(item['checkinOpensAt'] as number)).toBe('2026-11-21T08:00:00.000Z');
    expect(formatDateTime(item['noShowAt'] as number)).toBe('2026-11-21T10:00:00.000Z');
  });
});

describe('the monthly cost', () => {
  const service = synthesise({ stage: 'prod' });
  const console = synthesiseConsole({ stage: 'prod' });
  const count = (template: typeof service, type: string) => allPropertiesOf(template, type).length;
  /** CloudWatch charges an alarm by the metrics that it reads. */
  const metricsOf = (template: typeof service) =>
    allPropertiesOf(template, 'AWS::CloudWatch::Alarm')
      .map(
        ({ Metrics }) =>
          (Metrics as { MetricStat?: object }[] | undefined)?.filter((each) => each.MetricStat).length ?? 1,
      )
      .reduce((sum, each) => sum + each, 0);

  it('is reckoned with what the templates have', () => {
    const alarms = (template: typeof service) =>
      `${count(template, 'AWS::CloudWatch::Alarm')} alarms on ${metricsOf(template)} metrics`;
    const numbers = [
      `${count(service, 'AWS::SecretsManager::Secret')} secrets`,
      `${count(service, 'AWS::KMS::Key')} KMS key `,
      alarms(service),
      `${metricNames.length} business metrics`,
      `for each of ${Object.keys(routes).length} routes`,
      alarms(console),
    ];
    for (const each of numbers) expect(text).toContain(each);
  });
});
