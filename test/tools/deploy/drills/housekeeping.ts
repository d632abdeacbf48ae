import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { clientKey } from '../../../../shared/adapters/dynamodb/api-client-store.ts';
import { companyUser } from '../../../../shared/adapters/dynamodb/join-key.ts';
import { toRemovalNote } from '../../../../shared/adapters/dynamodb/audit-log.ts';
import type { AuditEntry } from '../../../../shared/domain/audit-entry.ts';
import { dateFromNow, HOUR, type Credentials } from '../../drive-api/company.ts';
import type { DrillContext } from '../drill-context.ts';

/** The items that a request leaves if it runs while user 65 is being removed, and the note of the removal. */
const makeLeftovers = () => {
  const removed = { companyUser: companyUser({ companyId: 'acme', userId: 65 }) };
  const removal = { companyId: 'acme', receivedAt: Date.now() - HOUR, target: { userId: 65 } } as AuditEntry;
  const { companyUser: removals, ...note } = toRemovalNote(removal, 'removal-65');
  const entry = `${dateFromNow(-HOUR)}#left`;
  const booking = { companyId: 'acme', userId: 65, kind: 'position', checkinOpensAt: 1, noShowAt: 2, openSince: 1 };
  return [
    { table: 'Bookings', key: { ...removed, bookingId: 'left-65' }, rest: booking },
    { table: 'CheckinLog', key: { ...removed, entry }, rest: { kind: 'checkin' } },
    { table: 'AuditDetails', key: { ...removed, entry }, rest: { reason: 'lost her badge' } },
    { table: 'AuditDetails', key: { companyUser: removals, entry: note.entry }, rest: note },
  ];
};

/** Runs what runs every hour: its events about clients, and its deletion of data about removed users. */
export const keepHouse = async ({ service, moto, admin, checks: { equal } }: DrillContext): Promise<void> => {
  const client = new DynamoDBClient(moto.client);
  const database = DynamoDBDocumentClient.from(client);
  const tableOf = (name: string) => service.outputs[`${name}Table`];
  const limits = ['--silent-after-hours', '1', '--expires-in-days', '90'];
  const identity = ['--company', 'acme', '--name', 'Gate 10'];
  const { clientId } = await admin<Credentials>('clients', 'create', ...identity, ...limits);
  // Makes the client look 4 hours old, with a secret that ends in an hour.
  await database.send(
    new UpdateCommand({
      TableName: tableOf('ApiClients'),
      Key: clientKey(clientId),
      UpdateExpression: `SET createdAt = :then, watchedSince = :then, secrets[0].endsAt = :soon`,
      ExpressionAttributeValues: { ':then': Date.now() - 4 * HOUR, ':soon': Date.now() + HOUR },
    }),
  );
  const leftovers = makeLeftovers();
  for (const { table, key, rest } of leftovers)
    await database.send(new PutCommand({ TableName: tableOf(table), Item: { ...rest, ...key } }));

  equal('housekeeping ends without an error', (await service.invoke('housekeeping', {})).error, undefined);
  const sent = service.proxyOf('housekeeping').calls.flatMap(({ parameters: { Entries = [] } }) => Entries);
  const types = sent.filter((each) => JSON.stringify(each).includes(clientId)).map(({ DetailType }) => DetailType);
  const expected = new Set(['client.silent', 'secret.expires']);
  equal('… a silent client and a secret that ends are on the bus', new Set(types), expected);
  const found = await Promise.all(
    leftovers.map(({ table, key }) => database.send(new GetCommand({ TableName: tableOf(table), Key: key }))),
  );
  equal(
    '… and nothing is left of the user',
    found.flatMap(({ Item }) => Item ?? []),
    [],
  );
  client.destroy();
};
