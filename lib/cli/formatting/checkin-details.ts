import type { CheckinDetails, DetailedBooking } from '../../../shared/use-cases/checkin/evaluate.ts';
import type { Cell, Table, Tone } from './table.ts';

const tones: Readonly<Partial<Record<DetailedBooking['result'], Tone>>> = {
  open: 'good',
  checked_in: 'good',
  already_checked_in: 'quiet',
};

const toRow = (booking: DetailedBooking): readonly Cell[] => {
  const { bookingId, kind, name = '', result, checkinOpensAt, noShowAt, checkedInAt = '' } = booking;
  const tone = tones[result];
  return [tone ? { text: result, tone } : result, bookingId, kind, name, checkinOpensAt, noShowAt, checkedInAt];
};

/** Formats the outcome of a check-in, and the result for each booking near its time. */
export const formatDetails = ({ code, bookings }: CheckinDetails): Table => ({
  title: bookings.length > 0 ? code : `${code}: no booking within 12 hours of that time`,
  columns: ['RESULT', 'BOOKING', 'KIND', 'NAME', 'CHECK-IN FROM', 'UNTIL', 'CHECKED IN AT'],
  rows: bookings.map(toRow),
});
