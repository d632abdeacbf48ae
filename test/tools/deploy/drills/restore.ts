import { RestoreTableToPointInTimeCommand } from '@aws-sdk/client-dynamodb';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { BOOKING_HEADER, dateFromNow, HOUR } from '../company.ts';
import type { DrillContext } from '../drill-context.ts';
import { openDelivery } from '../stream-reader.ts';

interface Restored {
  readonly written: number;
  readonly refusals: readonly object[];
}

/** Deletes users and bookings, and restores them from copies like those of point-in-time recovery. */
export const restoreTables = async (context: DrillContext): Promise<void> => {
  const { moto, service, database, tableOf, admin, tryAdmin, tryAdminUntilDone, importRows, gate, checks } = context;
  const { check, equal } = checks;
  const [users, bookings] = [tableOf('Users'), tableOf('Bookings')];
  const lose = (TableName: string, Key: Record<string, string>) => database.send(new DeleteCommand({ TableName, Key }));
  const copy = async (SourceTableName: string): Promise<string> => {
    const TargetTableName = `${SourceTableName}-restored`;
    await database.send(
      new RestoreTableToPointInTimeCommand({ SourceTableName, TargetTableName, UseLatestRestorableTime: true }),
    );
    return TargetTableName;
  };

  await importRows('users', ['companyId,id,uid', 'acme,97,BADGE-97', 'acme,98,BADGE-98']);
  await importRows('bookings', [
    BOOKING_HEADER,
    ...[97, 98].map((id) => `acme,desk-${id},${id},position,Desk,${dateFromNow(-HOUR)},${dateFromNow(HOUR)}`),
  ]);
  const checkIn = (id: number) =>
    service.send('POST /scheduling/checkin', { body: { uid: `BADGE-${id}`, notify: true }, token: gate.token });
  await checkIn(97);
  const copies = { users: await copy(users), bookings: await copy(bookings) };
  await admin('users', 'remove', '--company', 'acme', '--user', '98', '--yes');
  for (const userKey of ['acme#id#97', 'acme#uid#BADGE-97']) await lose(users, { userKey });
  await lose(bookings, { companyUser: 'acme#97', bookingId: 'desk-97' });
  equal('the user is lost: 404', (await checkIn(97)).status, 404);

  const takeRecords = await openDelivery(service, 'push', moto);
  for (const table of ['users', 'bookings'] as const) {
    const words = ['restore', '--table', table, '--from', copies[table]];
    const { code, stdout } = await tryAdmin(...words);
    const { written, refusals } = JSON.parse(stdout || '{}') as Restored;
    equal(`restore --table ${table}: the lost item is back`, written, 1);
    const isRefused = code === 1 && JSON.stringify(refusals).includes('"name":"acme/98"');
    check('… and the removed user is not', isRefused, stdout);
    const again = JSON.parse((await tryAdmin(...words)).stdout || '{}') as Restored;
    equal('… and a second run writes nothing', again.written, 0);
  }
  equal('the restored user is checked in already', (await checkIn(97)).body['checkinCount'], 0);
  equal('the filter passes on no restored check-in', await takeRecords(), []);

  const health = await tryAdminUntilDone('doctor');
  check('doctor finds nothing wrong afterwards', health.code === 0, health.stdout);
};
