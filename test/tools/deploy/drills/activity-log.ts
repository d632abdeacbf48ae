import type { DrillContext } from '../drill-context.ts';

interface Entry {
  readonly kind: string;
  readonly code?: string;
  readonly action?: string;
  readonly userId?: number;
}

/** Codes of check-ins, and administrative actions. */
const ALWAYS_LOGGED = [
  'checked_in',
  'already_checked_in',
  'user_not_found',
  'clients.create',
  'checkins.add',
  'checkins.undo',
  'bookings.cancel',
  'users.remove',
  'devices.add',
];
const LOGGED_BY_CONSOLE = ['clients.rename', 'members.invite', 'bookings.import', 'users.import'];

/** Checks the entries of earlier drills in the activity log. */
export const readActivityLog = async ({ admin, console, checks: { check } }: DrillContext): Promise<void> => {
  const read = (...words: string[]) =>
    admin<Entry[]>('checkins', 'log', '--company', 'acme', '--limit', '1000', ...words);
  const entries = await read();
  const found = new Set(entries.map(({ kind, code, action }) => (kind === 'checkin' ? code : action)));
  const expected = [...ALWAYS_LOGGED, ...(console ? LOGGED_BY_CONSOLE : [])];
  const missing = expected.filter((each) => !found.has(each));
  check('the log has an entry of every kind', missing.length === 0, { missing, found: [...found] });
  const removed = (await read('--user', '82')).filter(({ kind }) => kind === 'checkin');
  check('… and no check-in of a user who was removed', removed.length === 0, removed);
};
