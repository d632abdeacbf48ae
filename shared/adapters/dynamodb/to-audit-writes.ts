import type { AdminEntry } from '../../domain/audit-entry.ts';
import type { TransactionWrite } from './transaction.ts';

/** The writes that add an entry to the audit log, to be committed with the change that it describes. */
export type ToAuditWrites = (entry: AdminEntry) => readonly TransactionWrite[];

/** For stores that make no audited changes. */
export const noAudit: ToAuditWrites = () => {
  throw new Error('this store has no audit log');
};
