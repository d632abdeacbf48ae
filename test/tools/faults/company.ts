import pMap from 'p-map';
import { createApiClient } from '../../../shared/domain/api-client.ts';
import type { Bench } from './bench.ts';
import type { HistoryPlan, PlannedBooking } from './history-plan.ts';
import type { CompanyStory } from './history-story.ts';

/** The user that a history is about; each of its companies has one. */
export const USER = { id: 7, uid: 'E-7', email: 'user7@example.test' };
const WRITES_AT_ONCE = 50;

/** Credentials of a company that has a user, and that user's bookings. */
export interface Company {
  readonly companyId: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export const makeCompany = async (companyId: string, plan: HistoryPlan, { stores }: Bench): Promise<Company> => {
  const { client, clientSecret } = createApiClient({ companyId, name: 'Gate' }, Date.now());
  const clientId = `ckc_${companyId}`;
  const user = { companyId, userId: USER.id };
  await Promise.all([stores.clients.create({ ...client, clientId }), stores.users.save({ companyId, ...USER })]);
  const book = (booking: PlannedBooking) => stores.bookings.save({ user, kind: 'position', ...booking });
  await pMap(plan.bookings, book, { concurrency: WRITES_AT_ONCE });
  return { companyId, clientId, clientSecret };
};

/** The company's bookings as they are now. */
export const tellCompany = async ({ companyId, clientId }: Company, { stores }: Bench): Promise<CompanyStory> => ({
  companyId,
  clientId,
  bookings: await stores.bookings.list({ companyId, userId: USER.id }),
});
