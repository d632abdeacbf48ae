import type { BookingStore } from '../../domain/booking.ts';
import type { Identifiers } from '../../domain/identifiers.ts';
import type { Instant } from '../../domain/instant.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import { explainBookings, findUserBookings, type Explanation, type NearBookingsStores } from './find-bookings.ts';

interface ExplainStores extends NearBookingsStores {
  readonly bookings: Pick<BookingStore, 'find' | 'findOverlapping'>;
}

/**
 * Returns what a check-in would do, without an API client.
 * @throws UseCaseError `user_not_found` if no user of the company has all the identifiers
 */
export const explainCheckin = async (
  request: { readonly companyId: string; readonly identifiers: Identifiers; readonly at: Instant },
  { users, bookings }: ExplainStores,
): Promise<Explanation> => {
  const found = await findUserBookings(request, { users, bookings });
  if (!found) throw new UseCaseError('user_not_found', { companyId: request.companyId });
  return explainBookings(found, request.at, bookings);
};
