import type { BookingView } from '../../shared/console-api/bookings.ts';
import type { CheckinRecord } from '../../shared/domain/booking.ts';
import { defined } from '../../shared/rules/plain-values.ts';
import { may } from '../../shared/rules/roles.ts';
import type { RouteContext } from './route-context.ts';

interface WithByHand {
  readonly byHand?: Pick<CheckinRecord, 'by' | 'reason'> | undefined;
}

/** Shows which bookings were checked in by hand. Who did it and why is for roles that may read check-in entries of the log. */
export const showByHand = <Row extends WithByHand>(
  { member, roster }: RouteContext,
  rows: readonly Row[],
): (Omit<Row, 'byHand'> & Pick<BookingView, 'byHand'>)[] => {
  const maySeeWho = may(member.role, 'log.checkins');
  const emailOf = new Map(roster.members.map(({ subject, email }) => [subject, email]));
  return rows.map(({ byHand, ...row }) => {
    if (!byHand) return row;
    if (!maySeeWho) return { ...row, byHand: {} };
    const { by, reason } = byHand;
    // An operator's id can equal the subject of a member.
    const email = by?.through === 'console' ? emailOf.get(by.id) : undefined;
    return { ...row, byHand: defined({ by: email ?? by?.id, reason }) };
  });
};
