import { runCommand } from '../../processes.ts';
import { dateFromNow } from '../company.ts';
import type { DrillContext } from '../drill-context.ts';

/** Runs the commands of an operator, with the operator's credentials. */
export const operate = async (context: DrillContext): Promise<void> => {
  const { service, admin, tryAdmin, tryAdminUntilDone, gate, moto, checks } = context;
  const { check, equal } = checks;
  const userOptions = (user: number) => ['--company', 'acme', '--user', String(user)];
  const bookingOptions = (user: number, booking: string) => [...userOptions(user), '--booking', booking];
  const { code, stdout: health } = await tryAdminUntilDone('doctor');
  check('doctor finds nothing wrong', code === 0, health);
  check('doctor says what is deployed', health.includes('is deployed'), health);
  check('doctor finds that every table can be restored', !health.includes('DISABLED'), health);

  await admin('checkins', 'add', ...bookingOptions(81, 'desk-81'), '--reason', 'lost her badge');
  const listed = await admin<{ checkin?: object }[]>('bookings', 'list', ...userOptions(81));
  equal('a booking checked in by hand is listed as checked in', listed.filter(({ checkin }) => checkin).length, 1);
  await admin('checkins', 'undo', ...bookingOptions(81, 'desk-81'), '--reason', 'somebody else');
  const explained = await admin<object>('checkins', 'explain', ...userOptions(81), '--at', dateFromNow());
  const isOpen = JSON.stringify(explained).includes('"open"');
  check('after an undo of a check-in by hand, the booking is open again', isOpen, explained);
  await admin('attendance', '--company', 'acme', '--day', dateFromNow().slice(0, 10));
  await admin('bookings', 'cancel', ...bookingOptions(81, 'desk-81'));
  await admin('users', 'export', ...userOptions(82));
  const { removed } = await admin<{ removed?: { bookings: number } }>('users', 'remove', ...userOptions(82), '--yes');
  equal('removing a user also removes the booking of that user', removed?.bookings, 1);

  await admin('keys', 'rotate');
  await service.stopEnvironments();
  const checkIn = { body: { id: 43 }, token: gate.token };
  const after = await service.send('POST /scheduling/checkin', checkIn);
  equal('after a rotation of the keys, earlier tokens are valid', after.status, 200);
  equal('another rotation immediately afterwards is rejected', (await tryAdmin('keys', 'rotate')).code, 1);

  const words = ['bin/admin.ts', 'clients', 'list', '--stack', 'nowhere'];
  const unknown = await runCommand(process.execPath, words, moto.environment);
  equal('a command for a stack that does not exist ends with exit code 1', unknown.code, 1);
};
