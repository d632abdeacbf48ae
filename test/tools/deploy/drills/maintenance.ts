import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { HOUR } from '../company.ts';
import type { DrillContext } from '../drill-context.ts';

/** Tests `retention apply`, the command that changes stored items, on a booking without an expiry. */
export const runMaintenance = async ({ moto, service, admin, checks: { equal } }: DrillContext): Promise<void> => {
  const client = new DynamoDBClient(moto.client);
  const database = DynamoDBDocumentClient.from(client);
  const TableName = service.outputs['BookingsTable'] as string;
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
  equal('retention gives bookings an expiry', expiries, [end, 'number']);
  client.destroy();
};
