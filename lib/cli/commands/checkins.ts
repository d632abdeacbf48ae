import {
  listLog,
  type AdminEntryView,
  type CheckinEntryView,
  type LogEntryView,
} from '../../../shared/use-cases/log/list-log.ts';
import { formatDateTime } from '../../../shared/domain/instant.ts';
import type { CheckinDetails, DetailedBooking } from '../../../shared/use-cases/checkin/near-bookings.ts';
import { explainCheckin } from '../../../shared/use-cases/checkin/explain-checkin.ts';
import { addCheckin, undoCheckin } from '../../../shared/use-cases/bookings/change-booking.ts';
import { tableOf, type Table, type Tone } from '../formatting/table.ts';
import { UsageError } from '../operator-error.ts';
import { showInvisible } from '../../../shared/rules/outside-text.ts';
import { hasAnyIdentifier } from '../../../shared/domain/identifiers.ts';
import { identifierNames } from '../../../shared/rules/attributes.ts';
import { pick } from '../../../shared/rules/plain-values.ts';
import { fields } from '../../../shared/rules/fields.ts';
import {
  bookingOptions,
  companyOption,
  identifierOptions,
  optional,
  readDateTime,
  required,
  sayWhichUser,
  toBookingRef,
  withDefault,
} from '../cli-option.ts';
import { readPages } from '../read-pages.ts';
import { nounWithVerbs, verb } from '../verb.ts';

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
    `${receivedAt}  ${statusCode} ${code}${repeated ? ' (repeated)' : ''}  ${about}, checked in to ${checkinCount}`,
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

const DESK = '--local --company demo --user 1 --booking desk-4.12@2026-11-21T08:00:00.000Z';

const reasonOption = required('--reason <text>', 'the reason, which the log keeps', fields.reason);

const add = verb({
  name: 'add',
  description: 'check a user in on one booking by hand; nothing is pushed',
  options: [
    ...bookingOptions,
    reasonOption,
    optional('--at <moment>', 'the time of the check-in, inside the check-in period (default: now)', readDateTime),
  ],
  example: `${DESK} --reason "Badge left at home"`,
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
  example: `${DESK} --reason "Somebody else had the badge"`,
  run: async (session, { reason, ...options }) => {
    const ref = toBookingRef(options);
    await undoCheckin(await session.openAudit(), ref, reason);
    const view = { ...ref.user, bookingId: ref.bookingId, undone: true };
    session.print(view, ({ bookingId }) => `The check-in on the booking ${bookingId} is undone.`);
  },
});

const log = verb({
  name: 'log',
  description: 'check-in requests and administrative actions, newest first',
  options: [
    companyOption,
    optional('--user <id>', 'only entries about this user', fields.userId),
    optional('--client <id>', 'only requests of this API client, and changes to it', fields.clientId),
    optional('--from <moment>', 'only entries received at this time or later', readDateTime),
    optional('--until <moment>', 'only entries received before this time', readDateTime),
    withDefault('--limit <number>', 'the maximum number of entries', 100, fields.logLimit),
  ],
  example: '--local --company demo --user 1 --from 2026-11-21T00:00:00Z',
  run: async (session, { company, user, client, from, until, limit }) => {
    const query = { companyId: company, userId: user, clientId: client, from, until, limit };
    const entries = await readPages((next?: string) => listLog(session, { ...query, next }), limit);
    session.print(entries, formatLog);
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
  'CHECK-IN FROM': ({ checkinOpensAt }) => checkinOpensAt,
  UNTIL: ({ noShowAt }) => noShowAt,
  'CHECKED IN AT': ({ checkedInAt }) => checkedInAt,
});

const formatDetails = ({ code, bookings }: CheckinDetails): Table => ({
  title: bookings.length > 0 ? code : `${code}: no booking within 12 hours of that time`,
  ...formatDetailedBookings(bookings),
});

const explain = verb({
  name: 'explain',
  description: 'show what a check-in at a given time would do, and why; changes nothing',
  options: [
    companyOption,
    optional('--user <id>', 'the user with this id', fields.userId),
    ...identifierOptions,
    optional('--at <moment>', 'the time of the check-in (default: now)', readDateTime),
  ],
  example: '--local --company demo --user 1',
  run: async (session, { company, user, at = session.now(), ...options }) => {
    const identifiers = { id: user, ...pick(options, identifierNames) };
    if (!hasAnyIdentifier(identifiers)) throw new UsageError(sayWhichUser('--user'));
    const { details } = await explainCheckin({ companyId: company, identifiers, at }, session);
    session.print(details, formatDetails);
  },
});

export const defineNoun = nounWithVerbs('log --local --company demo', [add, undo, log, explain]);
