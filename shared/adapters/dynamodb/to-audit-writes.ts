import type { AdminEntry } from '../../domain/audit-entry.ts';
import type { TransactionWrite } from './transaction.ts';

/** Returns the writes that add an audit entry, to be committed with the change. */
export type ToAuditWrites = (entry: AdminEntry) => readonly TransactionWrite[];

/** For stores that make no audited changes. */
export const noAudit: ToAuditWrites = () => {
  throw new Error('this store has no audit log');
};
