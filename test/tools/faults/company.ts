import pMap from 'p-map';
import { createApiClient } from '../../../shared/domain/api-client.ts';
import type { Bench } from './bench.ts';
import { peopleIn, type HistoryPlan, type PlannedBooking, type Swipe } from './history-plan.ts';
import type { CompanyRecord } from './history-record.ts';

const personOf = (id: number) => ({ id, uid: `E-${id}`, email: `user${id}@example.test` });

/** The users of a history. Each of its companies has these users, with the same bookings. */
export const users = [personOf(7), personOf(8), personOf(9)] as const;
const WRITES_AT_ONCE = 10;

/** Credentials of a company that has a user, and that user's bookings. */
export interface Company {
  readonly companyId: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** @param plan says which users it has, and their bookings */
export const makeCompany = async (
  companyId: string,
  plan: Pick<HistoryPlan, 'rounds' | 'bookings'>,
  { stores }: Bench,
): Promise<Company> => {
  const { client, clientSecret } = createApiClient(
    { companyId, name: 'Gate', scopes: ['checkin', 'sync'] },
    Date.now(),
  );
  const clientId = `ckc_${companyId}`;
  await stores.clients.create({ ...client, clientId });
  for (const person of peopleIn(plan)) {
    const user = users[person] as (typeof users)[number];
    await stores.users.save({ companyId, ...user });
    const book = (booking: PlannedBooking) =>
      stores.bookings.save({ user: { companyId, userId: user.id }, kind: 'position', ...booking });
    await pMap(plan.bookings, book, { concurrency: WRITES_AT_ONCE });
  }
  return { companyId, clientId, clientSecret };
};

/** The ids of the check-ins that keys stand for: a repeat finds the attempt that was recorded first. */
const readCheckinIds = async (
  { companyId, clientId }: Company,
  swipes: readonly Swipe[],
  { stores }: Bench,
): Promise<[string, string][]> =>
  pMap(swipes, async ({ name, person }) => {
    const user = { companyId, userId: users[person]?.id ?? 0 };
    const none = { checkinId: 'none', at: 0, receivedAt: Date.now(), notify: false, open: [] };
    const { checkinId } = await stores.attempts.begin({ clientId, idempotencyKey: name, user }, none);
    return [name, checkinId] as const;
  }) as Promise<[string, string][]>;

/** The company's bookings as they are now. @param swipes its check-ins */
export const readCompany = async (company: Company, swipes: readonly Swipe[], bench: Bench): Promise<CompanyRecord> => {
  const { companyId, clientId } = company;
  const lists = users.map(({ id }) => bench.stores.bookings.list({ companyId, userId: id }));
  const bookings = (await Promise.all(lists)).flat();
  const keyed = bookings.some(({ undone }) => undone) ? swipes.filter(({ hasKey }) => hasKey) : [];
  return { companyId, clientId, bookings, checkinIds: new Map(await readCheckinIds(company, keyed, bench)) };
};
