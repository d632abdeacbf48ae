import { runCommand } from '../../processes.ts';
import { dateFromNow } from '../company.ts';
import type { DrillContext } from '../drill-context.ts';

/** Runs the commands of an operator, with the operator's credentials. */
export const operate = async ({
  service,
  admin,
  tryAdmin,
  tryAdminUntilDone,
  gate,
  moto,
  checks: { check },
}: DrillContext): Promise<void> => {
  const userOptions = (user: number) => ['--company', 'acme', '--user', String(user)];
  const bookingOptions = (user: number, booking: string) => [...userOptions(user), '--booking', booking];
  const health = await tryAdminUntilDone('doctor');
  check('doctor finds nothing wrong', health.code === 0, health.stdout);
  check('doctor says what is deployed', health.stdout.includes('is deployed'), health.stdout);
  check('doctor finds that every table can be restored', !health.stdout.includes('DISABLED'), health.stdout);

  await admin('checkins', 'add', ...bookingOptions(81, 'desk-81'), '--reason', 'lost her badge');
  const listed = await admin<{ checkin?: object }[]>('bookings', 'list', ...userOptions(81));
  check(
    'a booking checked in by hand is listed as checked in',
    listed.filter(({ checkin }) => checkin).length === 1,
    listed,
  );
  await admin('checkins', 'undo', ...bookingOptions(81, 'desk-81'), '--reason', 'somebody else');
  const explained = await admin<{ code?: string }>('checkins', 'explain', ...userOptions(81), '--at', dateFromNow());
  check(
    'after an undo of a check-in by hand, the booking is open again',
    JSON.stringify(explained).includes('"open"'),
    explained,
  );
  await admin('attendance', '--company', 'acme', '--day', dateFromNow().slice(0, 10));
  await admin('bookings', 'cancel', ...bookingOptions(81, 'desk-81'));
  await admin('users', 'export', ...userOptions(82));
  const { removed } = await admin<{ removed?: { bookings: number } }>('users', 'remove', ...userOptions(82), '--yes');
  check('removing a user also removes the booking of that user', removed?.bookings === 1, removed);

  await admin('keys', 'rotate');
  await service.stopEnvironments();
  const checkIn = { body: { id: 43 }, token: gate.token };
  const after = await service.send('POST /scheduling/checkin', checkIn);
  check('after a rotation of the keys, earlier tokens are valid', after.status === 200, after);
  check('another rotation immediately afterwards is rejected', (await tryAdmin('keys', 'rotate')).code === 1);

  const words = ['bin/admin.ts', 'clients', 'list', '--stack', 'nowhere'];
  const unknown = await runCommand(process.execPath, words, moto.environment);
  check('a command for a stack that does not exist ends with exit code 1', unknown.code === 1, unknown);
};
