import {
  listLog,
  type AdminEntryView,
  type CheckinEntryView,
  type LogEntryView,
} from '../../../shared/use-cases/log/list-log.ts';
import { formatDateTime } from '../../../shared/domain/instant.ts';
import { explainCheckin } from '../../../shared/use-cases/checkin/explain-checkin.ts';
import type { Explanation } from '../../../shared/use-cases/checkin/find-bookings.ts';
import type { DetailedBooking } from '../../../shared/use-cases/checkin/near-bookings.ts';
import { addCheckin, undoCheckin } from '../../../shared/use-cases/bookings/change-booking.ts';
import { periodColumns } from '../formatting/booking.ts';
import { tableOf, type Tone } from '../formatting/table.ts';
import { showInvisible } from '../../../shared/rules/outside-text.ts';
import type { CheckinCode } from '../../../shared/rules/bookings.ts';
import { fields } from '../../../shared/rules/fields.ts';
import {
  bookingOptions,
  companyOption,
  optional,
  readDateTime,
  required,
  selectUserOptions,
  toBookingRef,
  toIdentifiers,
  withDefault,
} from '../cli-option.ts';
import { readPages } from '../read-pages.ts';
import { nounWithVerbs, verb } from '../verb.ts';

const countBookings = (count: number): string => `${count} ${count === 1 ? 'booking' : 'bookings'}`;

const formatFields = (values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${showInvisible(String(value))}`)
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
    `${receivedAt}  ${statusCode} ${code}${repeated ? ' (repeated)' : ''}  ${about}, ${countBookings(checkinCount)} checked in`,
    `  at ${at}, from ${clientId}${reader === undefined ? '' : `, reader ${reader}`}, request ${requestId}`,
    ...bookings.map(formatBooking),
    ...(moreBookings > 0 ? [`  and ${moreBookings} more`] : []),
  ].join('\n');
};

const formatAction = ({ receivedAt, action, actor, target, reason, ...entry }: AdminEntryView): string =>
  [
    `${receivedAt}  ${action}  ${formatFields(target)}`,
    ...(entry.import ? [`  ${formatFields(entry.import)}`] : []),
    `  by ${actor.id} (${actor.through})${reason === undefined ? '' : `: ${reason}`}`,
  ].join('\n');

const formatLog = (entries: readonly LogEntryView[]): string =>
  entries.length === 0
    ? 'No entries.'
    : entries.map((entry) => (entry.kind === 'checkin' ? formatRequest(entry) : formatAction(entry))).join('\n\n');

const EXAMPLE_BOOKING = '--local --company demo --user 1 --booking desk-4.12@2026-11-21T08:00:00.000Z';

const reasonOption = required('--reason <text>', 'the reason, which the log keeps', fields.reason);

const add = verb({
  name: 'add',
  description: 'check a user in to one booking by hand; nothing is pushed',
  options: [
    ...bookingOptions,
    reasonOption,
    optional('--at <date-time>', 'the time of the check-in, inside the check-in period (default: now)', readDateTime),
  ],
  example: `${EXAMPLE_BOOKING} --reason "Badge left at home"`,
  run: async (session, { reason, at, ...options }) => {
    const ref = toBookingRef(options);
    const checkedInAt = await addCheckin(await session.openAudit(), ref, { reason, at });
    const view = { ...ref.user, bookingId: ref.bookingId, checkedInAt: formatDateTime(checkedInAt) };
    session.print(view, ({ bookingId }) => `Checked in to the booking ${bookingId}, at ${view.checkedInAt}.`);
  },
});

const undo = verb({
  name: 'undo',
  description: 'undo the check-in of a booking; the booking is open again',
  options: [...bookingOptions, reasonOption],
  example: `${EXAMPLE_BOOKING} --reason "Somebody else had the badge"`,
  run: async (session, { reason, ...options }) => {
    const ref = toBookingRef(options);
    await undoCheckin(await session.openAudit(), ref, reason);
    const view = { ...ref.user, bookingId: ref.bookingId, undone: true };
    session.print(view, ({ bookingId }) => `Undid the check-in to the booking ${bookingId}.`);
  },
});

const log = verb({
  name: 'log',
  description: 'list check-in requests and administrative actions, newest first',
  options: [
    companyOption,
    optional('--user <id>', 'only entries about this user', fields.userId),
    optional('--client <id>', 'only requests of this API client, and changes to it', fields.clientId),
    optional('--from <date-time>', 'only entries received at this time or later', readDateTime),
    optional('--until <date-time>', 'only entries received before this time', readDateTime),
    withDefault('--limit <number>', 'the maximum number of entries', 100, fields.logLimit),
  ],
  example: '--local --company demo --user 1 --from 2026-11-21T00:00:00Z',
  run: async (session, { company, user, client, from, until, limit }) => {
    const oneMore = limit + 1;
    const query = { companyId: company, userId: user, clientId: client, from, until, limit: oneMore };
    const entries = await readPages((next?: string) => listLog(session, { ...query, next }), oneMore);
    session.print(entries.slice(0, limit), formatLog);
    if (entries.length > limit) session.warn('There are older entries: raise --limit, or set --until.');
  },
});

const tones: Readonly<Partial<Record<DetailedBooking['result'], Tone>>> = {
  open: 'good',
  checked_in: 'good',
  already_checked_in: 'quiet',
};

const formatDetailedBookings = tableOf<DetailedBooking>({
  RESULT: ({ result }) => ({ text: result, tone: tones[result] }),
  BOOKING: ({ bookingId }) => bookingId,
  KIND: ({ kind }) => kind,
  NAME: ({ name }) => name,
  ...periodColumns,
});

const reasons: Readonly<Partial<Record<CheckinCode, string>>> = {
  already_checked_in: 'those that are open are checked in already',
  nothing_open: 'none is open at that time',
};

const describeSwipe = ({ checkinCount, details: { code, bookings } }: Explanation): string => {
  if (checkinCount > 0) return `A swipe would check in ${countBookings(checkinCount)}.`;
  const reason = bookings.length === 0 ? 'there is none within 12 hours of that time' : reasons[code];
  return `A swipe would check in no booking: ${reason}.`;
};

const explain = verb({
  name: 'explain',
  description: 'show what a check-in at a given time would do, and why; changes nothing',
  options: [
    ...selectUserOptions,
    optional('--at <date-time>', 'the time of the check-in (default: now)', readDateTime),
  ],
  example: '--local --company demo --user 1',
  run: async (session, { company, at = session.now(), ...options }) => {
    const request = { companyId: company, identifiers: toIdentifiers(options), at };
    const explanation = await explainCheckin(request, session);
    session.print(explanation.details, ({ bookings }) => ({
      title: describeSwipe(explanation),
      ...formatDetailedBookings(bookings),
    }));
  },
});

export const defineNoun = nounWithVerbs('log --local --company demo', [add, undo, log, explain]);
