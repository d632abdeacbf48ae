import { describe, expect, it } from '@jest/globals';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { readFileSync } from 'node:fs';
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
