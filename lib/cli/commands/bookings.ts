import { fields } from '../../../shared/rules/fields.ts';
import { describeLength } from '../../../shared/rules/read-value.ts';
import { bookingKinds, MAX_CHECKIN_PERIOD_HOURS } from '../../../shared/rules/bookings.ts';
import { writtenAt, type Booking } from '../../../shared/domain/booking.ts';
import { isErased, presentUser } from '../../../shared/domain/user.ts';
import { viewAttendance } from '../../../shared/use-cases/attendance/attendance.ts';
import { defined } from '../../../shared/rules/plain-values.ts';
import type { Instant } from '../../../shared/domain/instant.ts';
import { bookingAttributeNames, type BookingAttributeName } from '../../../shared/rules/attributes.ts';
import { periodColumns, viewBookingRow } from '../formatting/booking.ts';
import { tableOf } from '../formatting/table.ts';
import { makeBookingImporter } from '../../../shared/use-cases/import/booking-records.ts';
import { makeDryRunBookings } from '../../../shared/use-cases/import/dry-run.ts';
import { makeReadLocalTime } from '../../../shared/use-cases/import/local-time.ts';
import { IMPORT_RULES, importFile, importOptions } from '../import-file.ts';
import { cancelBooking } from '../../../shared/use-cases/bookings/change-booking.ts';
import { bookingOptions, flag, optional, toBookingRef, toUserRef, userOptions } from '../cli-option.ts';
import { nounWithVerbs, verb } from '../verb.ts';

const fieldHelp: Readonly<Record<BookingAttributeName, string>> = {
  kind: bookingKinds.join(' or '),
  name: `optional, ${describeLength(fields.bookingName)}: the name of the place`,
  site: `optional, ${describeLength(fields.site)}: the building or town`,
};

const FILE_HELP = `
The file is a workbook (.xlsx) or CSV (.csv, .tsv, .txt) with a header row, or one JSON object per line (.ndjson, .jsonl):
  companyId, userId         the user who has the booking
  bookingId                 ${describeLength(fields.bookingId)}
${bookingAttributeNames.map((name) => `  ${name.padEnd(24)}  ${fieldHelp[name]}`).join('\n')}
  deleted                   optional; true deletes the booking
and the check-in period, at most ${MAX_CHECKIN_PERIOD_HOURS} hours, as one of:
  checkinOpensAt, noShowAt  date-times, such as 2026-11-21T08:00:00+01:00 or 21.11.2026 08:00
  startsAt, checkinAdvanceMinutes, noShowMinutes

${IMPORT_RULES}
An import undoes a check-in only if the check-in's time is no longer inside the booking's check-in period.`;

const importBookings = verb({
  name: 'import <file>',
  description: 'import a file that creates, changes and deletes bookings',
  options: [
    ...importOptions,
    optional(
      '--time-zone <zone>',
      'the time zone of date-times without an offset, such as Europe/Berlin',
      fields.timeZone,
    ),
    flag('--allow-unknown-users', 'import bookings of users who do not exist yet'),
  ],
  example: '--local bookings.ndjson',
  help: FILE_HELP,
  run: async (session, { timeZone, allowUnknownUsers = false, ...options }, file) => {
    const rules = {
      companyId: options.company,
      allowUnknownUsers,
      ...(timeZone !== undefined && { readLocalTime: makeReadLocalTime(timeZone) }),
    };
    const { users, bookings, now } = session;
    return importFile(session, 'bookings.import', file, options, (audit) =>
      makeBookingImporter(
        audit ? { users, bookings, now, by: audit } : { users, bookings: makeDryRunBookings(bookings), now },
        rules,
      ),
    );
  },
});

const viewListed = (booking: Booking, now: Instant) =>
  viewBookingRow(defined({ ...viewAttendance(booking, now), clientId: booking.checkin?.clientId }));
type BookingView = ReturnType<typeof viewListed>;

const formatBookings = tableOf<BookingView>(
  {
    BOOKING: ({ bookingId }) => bookingId,
    ...Object.fromEntries(bookingAttributeNames.map((name) => [name.toUpperCase(), (view: BookingView) => view[name]])),
    ...periodColumns,
    'CHECKED IN BY': ({ byHand, clientId }) => (byHand?.by === undefined ? clientId : `${byHand.by}, by hand`),
  },
  'No bookings.',
);

const list = verb({
  name: 'list',
  description: "list a user's bookings, and who checked them in and when",
  options: userOptions,
  example: '--local --company demo --user 1',
  run: async (session, options) => {
    const user = toUserRef(options);
    const stored = await session.bookings.list(user);
    // Read last, so that nothing of a person who is being removed is shown.
    const state = (await session.users.findStates(user.companyId, [user.userId])).get(user.userId);
    const found = stored.filter((booking) => !isErased(state, writtenAt(booking)));
    // An unknown user can have bookings, because an import can create the bookings before the user.
    if (found.length === 0 && !presentUser(state))
      session.warn(`The company ${user.companyId} has no user ${user.userId}.`);
    session.print(
      found.map((booking) => viewListed(booking, session.now())),
      formatBookings,
    );
  },
});

const cancel = verb({
  name: 'cancel',
  description: 'delete a booking, checked in or not; the log keeps an entry',
  options: bookingOptions,
  example: '--local --company demo --user 1 --booking desk-4.12@2026-11-21T08:00:00.000Z',
  run: async (session, options) => {
    const ref = toBookingRef(options);
    const { user, bookingId } = ref;
    await session.confirm(`This deletes the booking ${bookingId} of the user ${user.userId}, with its check-in.`);
    await cancelBooking(await session.openAudit(), ref);
    session.print({ ...user, bookingId, cancelled: true }, (view) => `Cancelled the booking ${view.bookingId}.`);
  },
});

export const defineNoun = nounWithVerbs('list --local --company demo --user 1', [importBookings, list, cancel]);
