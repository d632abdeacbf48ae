import { createApiClient, type ApiClientRegistry } from '../../../shared/domain/api-client.ts';
import type { Booking, BookingStore } from '../../../shared/domain/booking.ts';
import { rotateSecret } from '../../../shared/domain/client-changes.ts';
import type { CheckinPeriod } from '../../../shared/domain/checkin-period.ts';
import { DAY, formatDateTime, HOUR, type Instant } from '../../../shared/domain/instant.ts';
import { IdentifierTaken, type UserProfile, type UserStore } from '../../../shared/domain/user.ts';
import { routes } from '../../../shared/routes.ts';
import type { BookingKind } from '../../../shared/rules/bookings.ts';

interface DemoStores {
  readonly clients: ApiClientRegistry;
  readonly users: UserStore;
  readonly bookings: BookingStore;
}

/** An API client of the demo company, for trying out the service. */
export interface Demo {
  readonly companyId: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const COMPANY = 'demo';
/** The ids are the same at every start, so that a persistent database does not get new clients each time. */
const demoGate = { clientId: 'ckc_demo', companyId: COMPANY, name: 'Demo gate', scopes: ['checkin'] } as const;
/**
 * The previous secret stays valid. Another local service might use the same database, and the commands that the other service
 * printed must keep working.
 */
const OLD_SECRET_GRACE = DAY;

/** The hours are relative to the start of the service. */
interface DemoBooking {
  readonly kind: BookingKind;
  readonly name: string;
  readonly opensInHours: number;
  readonly endsInHours: number;
}

const demoUsers = [
  {
    user: { companyId: COMPANY, id: 1, name: 'Ada Lovelace', uid: 'BADGE-0001', email: 'ada@demo.example' },
    state: 'has a desk and a parking place to check in to',
    bookings: [
      { kind: 'position', name: 'Desk 4.12', opensInHours: -1, endsInHours: 23 },
      { kind: 'parking', name: 'Parking P7', opensInHours: -1, endsInHours: 23 },
    ],
  },
  {
    user: { companyId: COMPANY, id: 2, name: 'Grace Hopper', uid: 'BADGE-0002', email: 'grace@demo.example' },
    state: 'had a desk two days ago, and has one tomorrow',
    bookings: [
      { kind: 'position', name: 'Desk 4.13', opensInHours: -48, endsInHours: -24 },
      { kind: 'position', name: 'Desk 4.14', opensInHours: 24, endsInHours: 48 },
    ],
  },
  {
    user: { companyId: COMPANY, id: 3, name: 'Alan Turing', uid: 'BADGE-0003', email: 'alan@demo.example' },
    state: 'has no booking',
    bookings: [],
  },
] as const satisfies readonly { user: object; state: string; bookings: readonly DemoBooking[] }[];

/**
 * Creates a new secret at every start of the service, because a secret can be shown only when it is created. A client that was
 * deleted stays so, and is replaced by one with the next id.
 */
const seedClient = async (clients: ApiClientRegistry, now: Instant, attempt = 1): Promise<Demo> => {
  const { companyId } = demoGate;
  const clientId = attempt === 1 ? demoGate.clientId : `${demoGate.clientId}_${attempt}`;
  const existing = await clients.find(clientId);
  const { client, clientSecret } = existing
    ? rotateSecret(existing, { graceMilliseconds: OLD_SECRET_GRACE, force: true }, now)
    : createApiClient({ ...demoGate, clientId }, now);
  if (!existing && !(await clients.create(client))) return seedClient(clients, now, attempt + 1);
  if (existing && !(await clients.replace(existing, { ...client, enabled: true })))
    throw new Error('the demo client changed while its secret was replaced');
  return { companyId, clientId, clientSecret };
};

const periodOf = ({ opensInHours, endsInHours }: DemoBooking, now: Instant): CheckinPeriod => ({
  checkinOpensAt: now + opensInHours * HOUR,
  noShowAt: now + endsInHours * HOUR,
});

/**
 * Saves the demo bookings with times relative to `now`. A stored booking without a check-in is moved to its new time; one with
 * a check-in stays as it is, and a new booking is added.
 */
const seedBookings = async (
  store: BookingStore,
  user: Booking['user'],
  bookings: readonly DemoBooking[],
  now: Instant,
): Promise<void> => {
  const unused = (await store.list(user)).filter((booking) => !booking.checkin);
  const save = (booking: DemoBooking): Promise<unknown> => {
    const { kind, name } = booking;
    const existing = unused.find((other) => other.name === name);
    const bookingId = existing?.bookingId ?? `${name.toLowerCase().replaceAll(' ', '-')}@${formatDateTime(now)}`;
    return store.save({ user, bookingId, kind, name, ...periodOf(booking, now), openSince: now });
  };
  await Promise.all(bookings.map(save));
};

/** @returns false if somebody has given the badge or the address to another person, who keeps it */
export const saveDemoUser = async (users: Pick<UserStore, 'save'>, user: UserProfile): Promise<boolean> => {
  try {
    await users.save(user);
    return true;
  } catch (error) {
    if (error instanceof IdentifierTaken) return false;
    throw error;
  }
};

export const seedDemo = async ({ clients, users, bookings }: DemoStores, now: Instant): Promise<Demo> => {
  const seedUser = async ({ user, bookings: demoBookings }: (typeof demoUsers)[number]): Promise<void> => {
    if (!(await saveDemoUser(users, user))) return;
    await seedBookings(bookings, { companyId: COMPANY, userId: user.id }, demoBookings, now);
  };
  const [demo] = await Promise.all([seedClient(clients, now), ...demoUsers.map(seedUser)]);
  return demo;
};

/** No value in the JSON and no token contains a quote, so the shell and `sed` need no escapes. */
const body = (members: object): string => `-H 'Content-Type: application/json' -d '${JSON.stringify(members)}'`;

const bearer = (member: 'accessToken' | 'refreshToken'): string =>
  `-H "Authorization: Bearer $(echo "$TOKENS" | sed 's/.*"${member}":"\\([^"]*\\)".*/\\1/')"`;

const curl = (url: string, { method, path }: (typeof routes)[keyof typeof routes]): string =>
  `curl -sS -X ${method} ${url}${path}`;

const takeTokens = (command: string): string => `TOKENS=$(${command}); echo "$TOKENS"`;

/** Describes the demo, with lines to paste into a shell one after the other. Each prints its response. */
export const describeDemo = (url: string, { companyId, clientId, clientSecret }: Demo): string =>
  [
    `Company "${companyId}", three of its users (id, uid, email):`,
    ...demoUsers.map(({ user: { id, uid, email }, state }) => `  ${id}  ${uid}  ${email.padEnd(18)}  ${state}`),
    '',
    'Paste these commands into a shell, one after the other. Log in:',
    '',
    takeTokens(`${curl(url, routes.auth)} ${body({ clientId, clientSecret })}`),
    '',
    'Check a user in:',
    '',
    `${curl(url, routes.checkin)} ${bearer('accessToken')} ${body({ email: demoUsers[0].user.email, notify: true })}; echo`,
    '',
    'Get new tokens with the refresh token:',
    '',
    takeTokens(`${curl(url, routes.refresh)} ${bearer('refreshToken')}`),
  ].join('\n');
