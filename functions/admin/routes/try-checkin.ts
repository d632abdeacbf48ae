import type { ResponseOf } from '../../../shared/console-api/schemas.ts';
import { foldEmail } from '../../../shared/rules/fold-email.ts';
import { formatDateTime } from '../../../shared/domain/instant.ts';
import { describeDryRun } from '../../../shared/messages/describe-checkin.ts';
import { explainCheckin } from '../../../shared/use-cases/checkin/explain.ts';
import { ConsoleError } from '../console-error.ts';
import type { RouteHandler } from '../route-context.ts';

/** Returns the response to a gate's dry run, and `openSince` of each booking. */
export const tryCheckin: RouteHandler<'tryCheckin'> = async (context, { id, uid, email, date }) => {
  const { companyId, users, bookings, now, messages } = context;
  if ((id ?? uid ?? email) === undefined) throw new ConsoleError('identifier_required');
  const identifiers = { id, uid, email: email && foldEmail(email) };
  const explained = await explainCheckin({ companyId, identifiers, at: date ?? now() }, { users, bookings });
  const { checkinCount, details, evaluated } = explained;
  const openSince = evaluated.map(({ booking }) => formatDateTime(booking.openSince));
  const bookingViews = details.bookings.map((booking, index) => ({ ...booking, openSince: openSince[index] }));
  const message = describeDryRun(explained, messages);
  const response = { statusCode: 200, message, checkinCount, code: details.code, bookings: bookingViews };
  return response as ResponseOf<'tryCheckin'>;
};
