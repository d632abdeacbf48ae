import type { Logs, CheckinEntry } from '../../../shared/domain/logs.ts';
import { createApiClient, type ApiClientRegistry } from '../../../shared/domain/api-client.ts';
import type { BookingStore } from '../../../shared/domain/booking.ts';
import { DAY, formatDateTime, HOUR, MINUTE, type Instant } from '../../../shared/domain/instant.ts';
import type { UserStore } from '../../../shared/domain/user.ts';
import { toBadges } from '../../../shared/domain/identifiers.ts';
import { markAsSeen } from './demo-clients.ts';
import { saveDemoUser } from './demo.ts';

interface DemoDayStores {
  readonly clients: Pick<ApiClientRegistry, 'create'>;
  readonly users: UserStore;
  readonly bookings: BookingStore;
  readonly log: Pick<Logs, 'recordCheckins'>;
}

const COMPANY = 'demo';

/** Clients in addition to the one in the printed curl commands. Their secrets are discarded. */
const demoClients = [
  { clientId: 'ckc_demo_north', companyId: COMPANY, name: 'North entrance' },
  { clientId: 'ckc_demo_garage', companyId: COMPANY, name: 'Garage' },
  { clientId: 'ckc_globex_lobby', companyId: 'globex', name: 'Lobby' },
] as const;

/** People with a booking for today. Their names differ in script and length. */
const demoPeople = [
  { mailbox: 'bea', name: 'Bea Lindqvist' },
  { mailbox: 'carl', name: 'Carl-Johan Åkerström' },
  { mailbox: 'dana', name: 'Dana Łukasiewicz' },
  { mailbox: 'emil', name: 'Emil Çelik' },
  { mailbox: 'fay', name: '王菲' },
  { mailbox: 'gus', name: 'Γιώργος Παπαδόπουλος' },
  { mailbox: 'hana', name: '鈴木 花' },
  { mailbox: 'ivan', name: 'Иван Сергеевич Тургенев' },
  { mailbox: 'jo', name: 'José Ñandú' },
  { mailbox: 'kim', name: '김하나' },
  { mailbox: 'lea', name: 'María de los Ángeles Fernández-Villaverde y Gómez de la Serna' },
  { mailbox: 'max', name: 'محمد الأمين' },
] as const;

/** Attendances, which are assigned to the users in turn. */
const attendances = ['checked-in', 'checked-in', 'expected', 'checked-in', 'no-show', 'expected'] as const;

/** A swiped badge that belongs to nobody: a spare one, which was handed out before it was registered. */
const UNKNOWN_BADGE = 'BADGE-0900';

type Swipe = Pick<CheckinEntry, 'requestId' | 'at' | 'bookings' | 'code'> & Partial<CheckinEntry>;

const toEntry = (swipe: Swipe): CheckinEntry => ({
  kind: 'checkin',
  companyId: COMPANY,
  receivedAt: swipe.at,
  clientId: demoClients[0].clientId,
  reader: demoClients[0].name,
  identifiers: {},
  statusCode: 200,
  checkinCount: swipe.code === 'checked_in' ? 1 : 0,
  ...swipe,
});

/**
 * Creates a user with a booking for today, and a swipe unless the user is a no-show. A user who is expected swiped too early.
 * @returns false if the booking exists, or somebody else has the badge
 */
const seedPerson = async (
  { users, bookings, log }: DemoDayStores,
  { mailbox, name }: (typeof demoPeople)[number],
  index: number,
  now: Instant,
): Promise<boolean> => {
  const userId = 11 + index;
  const user = { companyId: COMPANY, userId };
  const today = now - (now % DAY);
  const bookingId = `desk-5.${userId}@${formatDateTime(today).slice(0, 10)}`;
  const [existing] = await bookings.find(user, [bookingId]);
  if (existing) return false;
  const badges = toBadges([`BADGE-00${userId}`, ...(index % 4 === 0 ? [`BADGE-10${userId}`] : [])]);
  const person = { companyId: COMPANY, id: userId, name, ...badges, email: `${mailbox}@demo.example` };
  if (!(await saveDemoUser(users, person))) return false;

  const attendance = attendances[index % attendances.length];
  // The period begins on this UTC day and, except for a no-show, contains now.
  const checkinOpensAt = Math.max(today, now - 4 * HOUR);
  // Soon after midnight, the period of a no-show is only a millisecond long, because it cannot be empty.
  const noShowAt = attendance === 'no-show' ? Math.max(checkinOpensAt + 1, now - HOUR) : now + 6 * HOUR;
  const booking = { kind: 'position', name: `Desk 5.${userId}`, checkinOpensAt, noShowAt } as const;
  await bookings.save({ user, bookingId, ...booking, openSince: today - DAY });
  const requestId = `demo-${bookingId}`;
  if (attendance === 'checked-in') {
    const at = Math.max(checkinOpensAt, now - (index + 1) * 13 * MINUTE);
    const { clientId } = demoClients[0];
    const record = { at, receivedAt: at, clientId, requestId, checkinId: requestId, notify: false } as const;
    // The check-in is marked as restored, so that it causes no event.
    await bookings.checkIn(user, bookingId, { ...record, restored: true });
    const checkedIn = { bookingId, result: 'checked_in' } as const;
    await log.recordCheckins([toEntry({ requestId, at, userId, code: 'checked_in', bookings: [checkedIn] })]);
  } else if (attendance === 'expected') {
    const at = checkinOpensAt - 27 * MINUTE;
    const tooEarly = { bookingId, ...booking, result: 'too_early' } as const;
    await log.recordCheckins([toEntry({ requestId, at, userId, code: 'nothing_open', bookings: [tooEarly] })]);
  }
  return true;
};

const seedUnknownBadge = (log: DemoDayStores['log'], now: Instant): Promise<void> => {
  const today = now - (now % DAY);
  const swipe = { requestId: `demo-unknown-${today}`, at: Math.max(today, now - 7 * MINUTE), bookings: [] };
  const identifiers = { uid: UNKNOWN_BADGE };
  return log.recordCheckins([toEntry({ ...swipe, identifiers, statusCode: 404, code: 'user_not_found' })]);
};

/** Creates data for the console: clients, and users with a booking today. Existing data is kept. */
export const seedDemoDay = async (stores: DemoDayStores, now: Instant): Promise<void> => {
  // The swipes of the day are those of the first client, which has therefore logged in.
  const clients = demoClients.map((client, index) => {
    const created = createApiClient(client, now - DAY).client;
    return index === 0 ? markAsSeen(created, now) : created;
  });
  await Promise.all(clients.map((client) => stores.clients.create(client)));
  const areNew: boolean[] = [];
  for (const [index, person] of demoPeople.entries()) areNew.push(await seedPerson(stores, person, index, now));
  if (areNew.includes(true)) await seedUnknownBadge(stores.log, now);
};
