import pMap from 'p-map';
import { createApiClient } from '../../../shared/domain/api-client.ts';
import type { Bench } from './bench.ts';
import { peopleIn, type HistoryPlan, type PlannedBooking } from './history-plan.ts';
import type { CompanyRecord } from './history-record.ts';

const personOf = (id: number) => ({ id, uid: `E-${id}`, email: `user${id}@example.test` });

/** The users that a history is about; each of its companies has them, with the same bookings. */
export const users = [personOf(7), personOf(8), personOf(9)] as const;
const WRITES_AT_ONCE = 10;

/** Credentials of a company that has a user, and that user's bookings. */
export interface Company {
  readonly companyId: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export const makeCompany = async (companyId: string, plan: HistoryPlan, { stores }: Bench): Promise<Company> => {
  const { client, clientSecret } = createApiClient({ companyId, name: 'Gate' }, Date.now());
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

/** The company's bookings as they are now. */
export const readCompany = async ({ companyId, clientId }: Company, { stores }: Bench): Promise<CompanyRecord> => {
  const lists = users.map(({ id }) => stores.bookings.list({ companyId, userId: id }));
  return { companyId, clientId, bookings: (await Promise.all(lists)).flat() };
};
