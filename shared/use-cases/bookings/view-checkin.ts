import type { CheckinRecord } from '../../domain/booking.ts';
import { formatDateTime } from '../../domain/instant.ts';

/** The record of a check-in with its moments in RFC 3339, UTC. */
export const viewCheckin = ({ at, receivedAt, ...record }: CheckinRecord) => ({
  at: formatDateTime(at),
  receivedAt: formatDateTime(receivedAt),
  ...record,
});
