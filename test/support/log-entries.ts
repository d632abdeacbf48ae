import type { AuditEntry } from '../../shared/domain/audit-entry.ts';
import type { CheckinEntry } from '../../shared/domain/logs.ts';
import { BOOKED_AT } from './bookings.ts';

/** An entry of the check-in log: a gate has checked user 1 of acme in. */
export const aCheckinEntry = ({ receivedAt = BOOKED_AT, ...changes }: Partial<CheckinEntry> = {}): CheckinEntry => ({
  kind: 'checkin',
  companyId: 'acme',
  receivedAt,
  requestId: `request-${receivedAt}`,
  clientId: 'gate',
  identifiers: {},
  userId: 1,
  at: receivedAt,
  statusCode: 200,
  code: 'checked_in',
  checkinCount: 1,
  bookings: [],
  ...changes,
});

/** An entry of the audit log: an operator has rotated a secret of a client of acme. */
export const anAuditEntry = (changes: Partial<AuditEntry> = {}): AuditEntry => ({
  kind: 'admin',
  companyId: 'acme',
  receivedAt: BOOKED_AT,
  actor: { through: 'cli', id: 'olive' },
  action: 'clients.rotate',
  target: { clientId: 'gate' },
  ...changes,
});
