import type { CheckinDetails, DetailedBooking } from '../../../shared/use-cases/checkin/evaluate.ts';

const formatBooking = ({
  bookingId,
  kind,
  name,
  result,
  checkinOpensAt,
  noShowAt,
  checkedInAt,
}: DetailedBooking): string =>
  [
    `${result}: ${bookingId}  ${kind}${name === undefined ? '' : `  ${name}`}`,
    `  check-in from ${checkinOpensAt} until ${noShowAt}${checkedInAt === undefined ? '' : `, checked in at ${checkedInAt}`}`,
  ].join('\n');

/** What a check-in would do, and how each booking near the moment stands. */
export const formatDetails = ({ code, bookings }: CheckinDetails): string =>
  [code, ...bookings.map(formatBooking)].join('\n');
