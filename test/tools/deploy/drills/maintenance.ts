import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { HOUR } from '../company.ts';
import type { DrillContext } from '../drill-context.ts';

/** Tests `retention apply`, the command that changes stored items, on a booking without an expiry. */
export const runMaintenance = async (context: DrillContext): Promise<void> => {
  const { service, database, tableOf, admin, checks } = context;
  const TableName = tableOf('Bookings');
  const keyOf = (bookingId: string) => ({ companyUser: 'acme#91', bookingId });
  const read = async (bookingId: string) =>
    (await database.send(new GetCommand({ TableName, Key: keyOf(bookingId) }))).Item ?? {};

  const checkinOpensAt = Date.now() - HOUR;
  const period = { checkinOpensAt, noShowAt: checkinOpensAt + 2 * HOUR };
  const Item = { ...keyOf('direct'), companyId: 'acme', userId: 91, kind: 'position', ...period };
  await database.send(new PutCommand({ TableName, Item }));
  await admin('retention', 'apply', '--yes');
  const end = Math.ceil(period.noShowAt / 1000) + Number(service.outputs['RetentionDays']) * 24 * 3600;
  const expiries = [(await read('direct'))['expiresAtSeconds'], typeof (await read('desk-91'))['expiresAtSeconds']];
  checks.equal('retention gives bookings an expiry', expiries, [end, 'number']);
};
