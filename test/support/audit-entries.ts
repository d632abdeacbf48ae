import type { AdminEntry } from '../../shared/domain/audit-entry.ts';
import type { MemoryDatabase } from './memory-database/memory-database.ts';

/** The entries of the audit log without the keys and the expiry of their DynamoDB items, in no particular order. */
export const auditEntries = (database: MemoryDatabase): AdminEntry[] =>
  database
    .items('auditLog')
    .map(
      ({ companyUser: _, entry: __, companyShard: ___, expiresAtSeconds: ____, ...entry }) =>
        entry as unknown as AdminEntry,
    );
