import type { CheckinRecord } from '../../../shared/domain/booking.ts';
import { defined } from '../../../shared/rules/plain-values.ts';

/** Shows who checked a booking in by hand as the console’s API does. */
export const viewByHand = <Row extends { readonly byHand?: Pick<CheckinRecord, 'by' | 'reason'> | undefined }>({
  byHand,
  ...row
}: Row) => defined({ ...row, byHand: byHand && defined({ by: byHand.by?.id, reason: byHand.reason }) });
