import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { clientKey } from '../../../../shared/adapters/dynamodb/api-client-store.ts';
import { companyUser } from '../../../../shared/adapters/dynamodb/join-key.ts';
import { toRemovalNote } from '../../../../shared/adapters/dynamodb/audit-log.ts';
import type { AuditEntry } from '../../../../shared/domain/audit-entry.ts';
import { dateFromNow, HOUR, type Credentials } from '../company.ts';
import type { DrillContext } from '../drill-context.ts';
import { openEventConsumer } from '../event-consumer.ts';

/** Tests the hourly run: its schedule, its messages about clients, and its deletion of data about removed users. */
export const keepHouse = async (context: DrillContext): Promise<void> => {
  const { service, database, tableOf, moto, admin, secrets, checks } = context;
  const { check, equal } = checks;
  const { arn, callers } = service.functions.find(({ name }) => name === 'housekeeping') ?? {};
  const [rule, ...others] = service.schedules;
  const isHourly = rule?.schedule === 'rate(1 hour)' && rule.target === arn && others.length === 0;
  check('housekeeping runs every hour', isHourly, service.schedules);
  equal('… EventBridge may call it', callers, ['events.amazonaws.com']);

  const limits = ['--silent-after-hours', '1', '--expires-in-days', '90'];
  const identity = ['--company', 'acme', '--name', 'Gate 10'];
  const gate = await admin<Credentials>('clients', 'create', ...identity, ...limits);
  secrets.push(gate.clientSecret);
  // Makes the client look 4 hours old, with a secret that ends in an hour.
  await database.send(
    new UpdateCommand({
      TableName: tableOf('ApiClients'),
      Key: clientKey(gate.clientId),
      UpdateExpression: `SET createdAt = :then, watchedSince = :then, secrets[0].endsAt = :soon`,
      ExpressionAttributeValues: { ':then': Date.now() - 4 * HOUR, ':soon': Date.now() + HOUR },
    }),
  );

  // The items that a request leaves if it runs while their user is being removed.
  const user = { companyUser: companyUser({ companyId: 'acme', userId: 65 }) };
  const removal = { companyId: 'acme', receivedAt: Date.now() - HOUR, target: { userId: 65 } } as AuditEntry;
  const { companyUser: removals, ...note } = toRemovalNote(removal, 'removal-65');
  const leftovers = [
    [
      'Bookings',
      { ...user, bookingId: 'left-65' },
      { companyId: 'acme', userId: 65, kind: 'position', checkinOpensAt: 1, noShowAt: 2, openSince: 1 },
    ],
    ['CheckinLog', { ...user, entry: `${dateFromNow(-HOUR)}#left` }, { kind: 'checkin' }],
    ['AuditDetails', { ...user, entry: `${dateFromNow(-HOUR)}#left` }, { reason: 'lost her badge' }],
    ['AuditDetails', { companyUser: removals, entry: note.entry }, note],
  ] as const;
  for (const [table, key, rest] of leftovers)
    await database.send(new PutCommand({ TableName: tableOf(table), Item: { ...rest, ...key } }));

  const consumer = await openEventConsumer(moto, 'gate-watch');
  const run = await service.invoke('housekeeping', {});
  equal('housekeeping ends without an error', run.error, undefined);
  const lines = (await service.readLog()).filter(({ clientId }) => clientId === gate.clientId);
  const messages = lines.map(({ message }) => String(message)).toSorted();
  equal('… a silent client and a secret that ends are in the log', messages, ['client silent', 'secret ends']);
  const isFromGate = ({ data }: { data: object }) => JSON.stringify(data).includes(gate.clientId);
  const takeTypes = async () => (await consumer.take()).filter(isFromGate).map(({ type }) => type);
  equal('… and on the event bus', (await takeTypes()).toSorted(), ['client.silent', 'secret.expires']);
  const found = await Promise.all(
    leftovers.map(([table, Key]) => database.send(new GetCommand({ TableName: tableOf(table), Key }))),
  );
  const left = found.flatMap(({ Item }) => Item ?? []);
  equal('… and nothing is left of the user', left, []);

  await service.invoke('housekeeping', {});
  equal('a second run does not report the same things again', await takeTypes(), []);
  consumer.close();
};
