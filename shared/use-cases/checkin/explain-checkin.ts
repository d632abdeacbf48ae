import type { BookingStore } from '../../domain/booking.ts';
import type { Identifiers } from '../../domain/identifiers.ts';
import type { Instant } from '../../domain/instant.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import { belongToDifferentPeople } from '../users/look-up-user.ts';
import { explainBookings, findUserBookings, type Explanation, type NearBookingsStores } from './find-bookings.ts';

interface ExplainStores extends NearBookingsStores {
  readonly bookings: Pick<BookingStore, 'find' | 'findOverlapping'>;
}

/**
 * Returns what a check-in would do, without an API client.
 * @throws UseCaseError `user_not_found` if no user of the company has all the identifiers; `details.people` is `several` if they
 * belong to different people
 */
export const explainCheckin = async (
  request: { readonly companyId: string; readonly identifiers: Identifiers; readonly at: Instant },
  { users, bookings }: ExplainStores,
): Promise<Explanation> => {
  const found = await findUserBookings(request, { users, bookings });
  if (found) return explainBookings(found, request.at, bookings);
  const { companyId, identifiers } = request;
  const people = (await belongToDifferentPeople(users, companyId, identifiers)) ? 'several' : undefined;
  throw new UseCaseError('user_not_found', { companyId, people });
};
