import type { CheckinRecord } from '../../../shared/domain/booking.ts';
import { defined } from '../../../shared/rules/plain-values.ts';
import type { Cell } from './table.ts';

interface Period {
  readonly checkinOpensAt: string;
  readonly noShowAt: string;
  readonly checkedInAt?: string | undefined;
}

/** The last columns of every table of bookings. */
export const periodColumns: Readonly<Record<string, (row: Period) => Cell>> = {
  'CHECK-IN FROM': ({ checkinOpensAt }) => checkinOpensAt,
  UNTIL: ({ noShowAt }) => noShowAt,
  'CHECKED IN AT': ({ checkedInAt }) => checkedInAt && { text: checkedInAt, tone: 'good' },
};

/** Shows who checked a booking in by hand as the console’s API does. */
export const viewBookingRow = <Row extends { readonly byHand?: Pick<CheckinRecord, 'by' | 'reason'> | undefined }>({
  byHand,
  ...row
}: Row) => defined({ ...row, byHand: byHand && defined({ by: byHand.by?.id, reason: byHand.reason }) });
