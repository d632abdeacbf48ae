import type { BookingStore } from '../../shared/domain/booking.ts';
import type { Instant } from '../../shared/domain/instant.ts';
import type { ApiRequest } from '../../shared/http/api-request.ts';
import type { HttpResponse } from '../../shared/http/response.ts';
import { readBookingStates } from '../../shared/use-cases/bookings/read-states.ts';
import { authorizeSync, type SyncCallerDependencies } from './authorize-sync.ts';
import { countItems } from './count-items.ts';
import { parseReadBookings } from './request.ts';

interface ReadBookingsDependencies extends SyncCallerDependencies {
  readonly bookings: Pick<BookingStore, 'findAll'>;
  readonly now: () => Instant;
}

/**
 * POST /sync/bookings/read: returns the states of bookings in the caller's company. Changes nothing.
 * @throws ServiceError `token_missing`, `token_expired`, `token_invalid`, `insufficient_scope`, `invalid_body`, `invalid_field`,
 * `dependency_unavailable`
 */
export const readBookings = async (
  request: ApiRequest,
  { bookings, now, ...dependencies }: ReadBookingsDependencies,
): Promise<HttpResponse> => {
  const { companyId } = await authorizeSync(request, dependencies);
  const items = await readBookingStates(bookings, companyId, parseReadBookings(request), now());
  dependencies.log({ fields: countItems(items.map(({ result }) => result)) });
  return { statusCode: 200, body: { statusCode: 200, items } };
};
