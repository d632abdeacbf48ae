import type { ActivityLog } from '../../../shared/domain/activity-log.ts';
import { createApiClient, type ApiClientRegistry } from '../../../shared/domain/api-client.ts';
import type { BookingStore } from '../../../shared/domain/booking.ts';
import { formatDateTime, type Instant } from '../../../shared/domain/instant.ts';
import type { UserStore } from '../../../shared/domain/user.ts';

export interface DemoDayStores {
  readonly clients: ApiClientRegistry;
  readonly users: UserStore;
  readonly bookings: BookingStore;
  readonly log: Pick<ActivityLog, 'recordCheckins'>;
}

const COMPANY = 'demo';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** More clients, in addition to the one in the printed curl commands. Their secrets are not kept. */
const demoClients = [
  { clientId: 'ckc_demo_north', companyId: COMPANY, name: 'North entrance' },
  { clientId: 'ckc_demo_garage', companyId: COMPANY, name: 'Garage' },
  { clientId: 'ckc_globex_lobby', companyId: 'globex', name: 'Lobby' },
] as const;

const names = ['bea', 'carl', 'dana', 'emil', 'fay', 'gus', 'hana', 'ivan', 'jo', 'kim', 'lea', 'max'];

/** The attendance of each user, in turn: most are checked in, some are expected, one is a no-show. */
const attendances = ['checked-in', 'checked-in', 'expected', 'checked-in', 'no-show', 'expected'] as const;

const seedClient = async (
  clients: ApiClientRegistry,
  { clientId, ...client }: (typeof demoClients)[number],
  now: Instant,
): Promise<void> => {
  if (await clients.find(clientId)) return;
  await clients.create({ ...createApiClient(client, now).client, clientId });
};

/** Creates a user with a booking today, if there is none yet. */
const seedPerson = async (stores: DemoDayStores, index: number, now: Instant): Promise<void> => {
  const id = 11 + index;
  const user = { companyId: COMPANY, userId: id };
  const today = now - (now % DAY);
  const bookingId = `desk-5.${id}@${formatDateTime(today).slice(0, 10)}`;
  const [known] = await stores.bookings.find(user, [bookingId]);
  if (known) return;
  const attendance = attendances[index % attendances.length];
  // A period that contains now and lies on this UTC day.
  const opensAt = Math.max(today, now - 4 * HOUR);
  const endsAt = attendance === 'no-show' ? Math.max(opensAt + 1, now - HOUR) : now + 6 * HOUR;
  await stores.users.save({ companyId: COMPANY, id, uid: `BADGE-00${id}`, email: `${names[index]}@demo.example` });
  const period = { checkinOpensAt: opensAt, noShowAt: endsAt };
  await stores.bookings.save({ user, bookingId, kind: 'position', name: `Desk 5.${id}`, ...period });
  if (attendance !== 'checked-in') return;
  const at = Math.max(opensAt, now - (index + 1) * 13 * MINUTE);
  const { clientId } = demoClients[0];
  const requestId = `demo-${bookingId}`;
  const record = { at, receivedAt: at, clientId, requestId, checkinId: requestId, notify: false };
  await stores.bookings.checkIn(user, bookingId, record);
  await stores.log.recordCheckins([
    {
      kind: 'checkin',
      companyId: COMPANY,
      receivedAt: at,
      requestId,
      clientId,
      identifiers: {},
      userId: id,
      at,
      statusCode: 200,
      code: 'checked_in',
      checkinCount: 1,
      bookings: [{ bookingId, result: 'checked_in' }],
    },
  ]);
};

/** Creates data for the console: clients, and users with a booking today. Existing data is kept. */
export const seedDemoDay = async (stores: DemoDayStores, now: Instant): Promise<void> => {
  await Promise.all(demoClients.map((client) => seedClient(stores.clients, client, now)));
  for (const index of names.keys()) await seedPerson(stores, index, now);
};
