import type { AuditEntry } from '../../shared/domain/audit-entry.ts';
import { joinKey } from '../../shared/adapters/dynamodb/join-key.ts';
import type { MemoryDatabase } from './memory-database/memory-database.ts';

type Item = Readonly<Record<string, unknown>>;

/** The entries of the audit log with their details, as they were recorded, in no particular order. */
export const auditEntries = (database: MemoryDatabase): AuditEntry[] => {
  const keyOf = ({ companyUser, entry }: Item) => joinKey(String(companyUser), String(entry));
  const details = new Map(database.items('auditDetails').map((item) => [keyOf(item), item]));
  const entries = database.items('auditLog').filter(({ kind }) => kind === 'admin');
  return entries.map((item) => {
    const { reason, fileName, before, after } = details.get(keyOf(item)) ?? {};
    const { companyUser: _, entry: __, companyLog: ___, expiresAtSeconds: ____, ...entry } = item;
    const { hasDetails: _____, changed: ______, ...rest } = entry;
    const states = { before: item['before'] ?? before, after: item['after'] ?? after };
    if (item['before'] && before) states.before = { ...(item['before'] as Item), ...(before as Item) };
    if (item['after'] && after) states.after = { ...(item['after'] as Item), ...(after as Item) };
    const whole = { ...rest, reason, fileName, ...states };
    return Object.fromEntries(
      Object.entries(whole).filter(([, value]) => value !== undefined),
    ) as unknown as AuditEntry;
  });
};
