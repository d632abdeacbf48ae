import { isDeepStrictEqual } from 'node:util';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Booking, BookingRef, BookingStore } from '../../domain/booking.ts';
import { bookingExpiry } from '../../domain/retention.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../../tables.ts';
import { bookingKey, detailNames, toAttributes } from './booking-item.ts';
import { conditionalWrite, type Database } from './database.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

type Values = Record<string, unknown>;

interface Condition {
  readonly ConditionExpression: string;
  readonly names: Record<string, string>;
  readonly values: Values;
}

const isAsRead = (before: Booking): Condition => {
  const { checkin } = before;
  const details = detailNames.map((name) =>
    before[name] === undefined ? `attribute_not_exists(#${name})` : `#${name} = :was_${name}`,
  );
  return {
    ConditionExpression: [...details, checkin ? '#checkin = :was_checkin' : 'attribute_not_exists(#checkin)'].join(
      ' AND ',
    ),
    names: {
      ...Object.fromEntries(detailNames.map((name) => [`#${name}`, name])),
      '#checkin': 'checkin',
    },
    values: {
      ...Object.fromEntries(detailNames.map((name) => [`:was_${name}`, before[name]])),
      ':was_checkin': checkin,
    },
  };
};

/** The table of bookings, and how long they are kept. */
interface Destination {
  readonly table: string;
  readonly retentionDays: number | undefined;
}

/** The attributes that a change writes; those that are undefined are removed from the item. */
const attributesToWrite = (
  before: Booking | undefined,
  after: Booking,
  retentionDays: number | undefined,
): Record<string, unknown> => {
  const { checkin, undone, undoId, openSince } = after;
  return {
    ...toAttributes(after),
    ...(!isDeepStrictEqual(before?.checkin, checkin) && { checkin }),
    ...(!isDeepStrictEqual(before?.undone, undone) && { undone }),
    ...(before?.undoId !== undoId && { undoId }),
    ...(before?.openSince !== openSince && { openSince }),
    ...(retentionDays !== undefined && { [TIME_TO_LIVE_ATTRIBUTE]: bookingExpiry(after.noShowAt, retentionDays) }),
  };
};

const toPut = ({ table, retentionDays }: Destination, after: Booking): PutCommand =>
  new PutCommand({
    TableName: table,
    Item: { ...bookingKey(after), ...attributesToWrite(undefined, after, retentionDays) },
    ConditionExpression: 'attribute_not_exists(companyUser)',
  });

const toUpdate = ({ table, retentionDays }: Destination, before: Booking, after: Booking): UpdateCommand => {
  const { ConditionExpression, names, values } = isAsRead(before);
  const attributes = Object.entries(attributesToWrite(before, after, retentionDays));
  const set = attributes.filter(([, value]) => value !== undefined);
  const removed = attributes.filter(([, value]) => value === undefined).map(([name]) => `#${name}`);
  return new UpdateCommand({
    TableName: table,
    Key: bookingKey(after),
    UpdateExpression: [
      `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}`,
      ...(removed.length > 0 ? [`REMOVE ${removed.join(', ')}`] : []),
    ].join(' '),
    ConditionExpression,
    ExpressionAttributeNames: { ...names, ...Object.fromEntries(attributes.map(([name]) => [`#${name}`, name])) },
    ExpressionAttributeValues: { ...values, ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])) },
  });
};

const toDelete = (table: string, before: Booking): DeleteCommand => {
  const { ConditionExpression, names, values } = isAsRead(before);
  return new DeleteCommand({
    TableName: table,
    Key: bookingKey(before),
    ConditionExpression,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  });
};

/** Implements {@link BookingStore.change}: the condition of each write is that the booking is still as it was read. */
export const makeBookingChanges = (
  database: Database,
  destination: Destination,
  read: (ref: BookingRef) => Promise<Booking | undefined>,
): Pick<BookingStore, 'change'> => {
  const holds = async (write: PutCommand | UpdateCommand | DeleteCommand): Promise<boolean> =>
    (await conditionalWrite(database.send(write as PutCommand))).isWritten;

  return {
    change: (ref, decide, known) =>
      retryOnConflict(async (isFirst) => {
        const before = known && isFirst ? known.booking : await read(ref);
        const after = decide(before);
        if (isDeepStrictEqual(before, after)) return { outcome: 'unchanged', before, after };
        if (!after)
          return (await holds(toDelete(destination.table, before as Booking))) && { outcome: 'deleted', before, after };
        const write = before ? toUpdate(destination, before, after) : toPut(destination, after);
        return (await holds(write)) && { outcome: 'written', before, after };
      }),
  };
};
