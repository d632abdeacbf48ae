import type { DrillContext } from '../drill-context.ts';

interface Entry {
  readonly kind: string;
  readonly code?: string;
  readonly action?: string;
  readonly userId?: number;
}

/** Codes of check-ins, and administrative actions through the command line and the console. */
const LOGGED =
  'checked_in already_checked_in user_not_found clients.create clients.rename checkins.add checkins.undo bookings.cancel bookings.import users.import users.remove devices.add members.invite';

/** Checks the entries of earlier drills in the activity log. */
export const readActivityLog = async ({ admin, checks: { equal } }: DrillContext): Promise<void> => {
  const read = (...words: string[]) =>
    admin<Entry[]>('checkins', 'log', '--company', 'acme', '--limit', '1000', ...words);
  const found = new Set((await read()).map(({ kind, code, action }) => (kind === 'checkin' ? code : action)));
  const missing = LOGGED.split(' ').filter((each) => !found.has(each));
  equal('the log has an entry of every kind', missing, []);
  const removed = (await read('--user', '82')).filter(({ kind }) => kind === 'checkin');
  equal('… and no check-in of a user who was removed', removed, []);
};
