import type { AdminEntryView, CheckinEntryView, LogEntryView } from '../../../shared/use-cases/log/list-log.ts';

const formatFields = (fields: Readonly<Record<string, unknown>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');

const formatBooking = (booking: CheckinEntryView['bookings'][number]): string => {
  const period =
    'noShowAt' in booking ? ` (check-in period then: ${booking.checkinOpensAt} – ${booking.noShowAt})` : '';
  return `  ${booking.bookingId}: ${booking.result}${period}`;
};

const formatRequest = (entry: CheckinEntryView): string => {
  const { receivedAt, at, clientId, reader, userId, identifiers, statusCode, code, checkinCount, requestId } = entry;
  const { bookings, repeated, moreBookings = 0 } = entry;
  const about = userId === undefined ? formatFields({ ...identifiers }) : `user ${userId}`;
  return [
    `${receivedAt}  ${statusCode} ${code}${repeated ? ' (repeated)' : ''}  ${about}, checked in to ${checkinCount}`,
    `  at ${at}, from ${clientId}${reader === undefined ? '' : `, reader ${reader}`}, request ${requestId}`,
    ...bookings.map(formatBooking),
    ...(moreBookings > 0 ? [`  and ${moreBookings} more`] : []),
  ].join('\n');
};

const formatAction = ({ receivedAt, action, actor, target, reason }: AdminEntryView): string =>
  [
    `${receivedAt}  ${action}  ${formatFields(target)}`,
    `  by ${actor.id} (${actor.through})${reason === undefined ? '' : `: ${reason}`}`,
  ].join('\n');

export const formatLog = (entries: readonly LogEntryView[]): string =>
  entries.length === 0
    ? 'No entries.'
    : entries.map((entry) => (entry.kind === 'checkin' ? formatRequest(entry) : formatAction(entry))).join('\n\n');
