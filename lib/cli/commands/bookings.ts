import type { Command } from 'commander';
import { MAX_CHECKIN_PERIOD_HOURS } from '../../../shared/domain/checkin-period.ts';
import { formatBookings, viewBooking } from '../formatting/booking.ts';
import { makeBookingImport } from '../../../shared/use-cases/import/booking-import.ts';
import { importFile } from '../import-file.ts';
import { exampleOf } from '../example.ts';
import type { WithSession } from '../session.ts';
import { toUserRef, withUser, type UserOptions } from '../user-options.ts';

const example = exampleOf('bookings');

const FILE_HELP = `
The file is CSV (.csv) with a header row, or one JSON object a line (.ndjson, .jsonl), in UTF-8:
  companyId, userId         whose booking it is
  bookingId                 1 to 128 characters
  kind                      position or parking
  name                      optional, 1 to 256 characters: what the place is called
and the check-in period, at most ${MAX_CHECKIN_PERIOD_HOURS} hours, as one of:
  checkinOpensAt, noShowAt  date-times of RFC 3339, as 2026-11-21T08:00:00+01:00
  startsAt, checkinAdvanceMinutes, noShowMinutes
Importing again changes only what has changed, and never undoes a check-in. Bad lines are reported, the others imported.
${example('import --local bookings.ndjson')}`;

const addImport = (bookings: Command, withSession: WithSession): void => {
  bookings
    .command('import <file>')
    .description('create and change bookings as a file says')
    .addHelpText('after', FILE_HELP)
    .action(
      withSession((session, _options: object, file: string) =>
        importFile(session, makeBookingImport(session.bookings), file),
      ),
    );
};

const addList = (bookings: Command, withSession: WithSession): void => {
  withUser(bookings.command('list'))
    .description("a user's bookings, with who checked them in and when")
    .addHelpText('after', example('list --local --company acme --user 42'))
    .action(
      withSession(async (session, options: UserOptions) => {
        const found = await session.bookings.list(toUserRef(options));
        const views = found.map(viewBooking);
        session.print(views, formatBookings);
      }),
    );
};

/** Bookings: what users are checked in on. */
export const addBookings = (program: Command, withSession: WithSession): void => {
  const bookings = program.command('bookings').description('bookings: what users are checked in on');
  bookings.usage('<verb> [options]').addHelpText('after', example('list --local --company acme --user 42'));
  addImport(bookings, withSession);
  addList(bookings, withSession);
};
