import type { BookingView } from '../../shared/console-api/bookings.ts';
import type { CheckinRecord } from '../../shared/domain/booking.ts';
import { defined } from '../../shared/rules/plain-values.ts';
import { may } from '../../shared/rules/roles.ts';
import type { RouteContext } from './route-context.ts';

interface WithByHand {
  readonly byHand?: Pick<CheckinRecord, 'by' | 'reason'> | undefined;
}

/** E-mail addresses by subject. */
const readAddresses = async ({ members, companyId }: RouteContext): Promise<ReadonlyMap<string, string>> => {
  const roster = await members.findRoster(companyId);
  return new Map(roster.members.flatMap(({ subject, email }) => (email === undefined ? [] : [[subject, email]])));
};

/**
 * Shows which bookings were checked in by hand. Who did it and why is for roles that may read check-in entries of the log. The
 * roster is read only if a row needs it.
 */
export const showByHand = async <Row extends WithByHand>(
  context: RouteContext,
  rows: readonly Row[],
): Promise<(Omit<Row, 'byHand'> & Pick<BookingView, 'byHand'>)[]> => {
  const maySee = may(context.member.role, 'log.checkins');
  const needsAddresses = maySee && rows.some(({ byHand }) => byHand?.by?.through === 'console');
  const addresses = needsAddresses ? await readAddresses(context) : new Map<string, string>();
  return rows.map(({ byHand, ...row }) => {
    if (!byHand) return row;
    const { by, reason } = byHand;
    return { ...row, byHand: maySee ? defined({ by: by && (addresses.get(by.id) ?? by.id), reason }) : {} };
  });
};
