import type { ActivityLog, CheckinEntry } from '../../../shared/domain/activity-log.ts';
import { createApiClient, type ApiClientRegistry } from '../../../shared/domain/api-client.ts';
import type { Booking, BookingStore } from '../../../shared/domain/booking.ts';
import { formatDateTime, type Instant } from '../../../shared/domain/instant.ts';
import { toBadges, type UserStore } from '../../../shared/domain/user.ts';

export interface DemoDayStores {
  readonly clients: Pick<ApiClientRegistry, 'create'>;
  readonly users: UserStore;
  readonly bookings: BookingStore;
  readonly log: Pick<ActivityLog, 'recordCheckins'>;
}

const COMPANY = 'demo';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

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

type Swipe = Pick<CheckinEntry, 'requestId' | 'at' | 'userId' | 'identifiers' | 'bookings' | 'statusCode' | 'code'>;

const toEntry = ({ code, ...swipe }: Swipe): CheckinEntry => ({
  kind: 'checkin',
  companyId: COMPANY,
  receivedAt: swipe.at,
  clientId: demoClients[0].clientId,
  reader: 'North entrance',
  code,
  checkinCount: code === 'checked_in' ? 1 : 0,
  ...swipe,
});

/** Makes a person's swipe of today. Without a check-in, the person swiped too early: before the check-in period began. */
const toSwipe = ({ user, bookingId, kind, name, ...period }: Booking, checkedInAt: Instant | undefined): Swipe => {
  const common = { identifiers: {}, userId: user.userId, requestId: `demo-${bookingId}`, statusCode: 200 } as const;
  if (checkedInAt !== undefined)
    return { ...common, at: checkedInAt, code: 'checked_in', bookings: [{ bookingId, result: 'checked_in' }] };
  const seenBooking = { bookingId, kind, name, ...period, result: 'too_early' as const };
  return { ...common, at: period.checkinOpensAt - 27 * MINUTE, code: 'nothing_open', bookings: [seenBooking] };
};

/** Creates a user with a booking for today, unless the booking exists. */
const seedPerson = async (stores: DemoDayStores, index: number, now: Instant): Promise<'created' | 'known'> => {
  const id = 11 + index;
  const user = { companyId: COMPANY, userId: id };
  const today = now - (now % DAY);
  const bookingId = `desk-5.${id}@${formatDateTime(today).slice(0, 10)}`;
  const [known] = await stores.bookings.find(user, [bookingId]);
  if (known) return 'known';
  const attendance = attendances[index % attendances.length];
  // The period begins on this UTC day and, except for a no-show, contains now.
  const opensAt = Math.max(today, now - 4 * HOUR);
  const endsAt = attendance === 'no-show' ? Math.max(opensAt + 1, now - HOUR) : now + 6 * HOUR;
  const { mailbox, name } = demoPeople[index] as (typeof demoPeople)[number];
  const badges = toBadges([`BADGE-00${id}`, ...(index % 4 === 0 ? [`BADGE-10${id}`] : [])]);
  await stores.users.save({ companyId: COMPANY, id, name, ...badges, email: `${mailbox}@demo.example` });
  const booking = {
    user,
    bookingId,
    kind: 'position' as const,
    name: `Desk 5.${id}`,
    checkinOpensAt: opensAt,
    noShowAt: endsAt,
    openSince: today - DAY,
  };
  await stores.bookings.save(booking);
  const at = attendance === 'checked-in' ? Math.max(opensAt, now - (index + 1) * 13 * MINUTE) : undefined;
  if (at !== undefined) {
    const requestId = `demo-${bookingId}`;
    const { clientId } = demoClients[0];
    // The check-in is marked as restored, so that it causes no event.
    const record = {
      at,
      receivedAt: at,
      clientId,
      requestId,
      checkinId: requestId,
      notify: false,
      restored: true as const,
    };
    await stores.bookings.checkIn(user, bookingId, record);
  }
  if (attendance !== 'no-show') await stores.log.recordCheckins([toEntry(toSwipe(booking, at))]);
  return 'created';
};

const seedUnknownBadge = (log: DemoDayStores['log'], now: Instant): Promise<void> => {
  const today = now - (now % DAY);
  const at = Math.max(today, now - 7 * MINUTE);
  const swipe = { requestId: `demo-unknown-${today}`, at, identifiers: { uid: UNKNOWN_BADGE }, bookings: [] };
  return log.recordCheckins([toEntry({ ...swipe, statusCode: 404, code: 'user_not_found' })]);
};

/** Creates data for the console: clients, and users with a booking today. Existing data is kept. */
export const seedDemoDay = async (stores: DemoDayStores, now: Instant): Promise<void> => {
  await Promise.all(demoClients.map((client) => stores.clients.create(createApiClient(client, now).client)));
  const created = [];
  for (const index of demoPeople.keys()) created.push(await seedPerson(stores, index, now));
  if (created.includes('created')) await seedUnknownBadge(stores.log, now);
};
