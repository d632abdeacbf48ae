import { auditEntry, type Acting, type Audited } from '../../domain/audit-entry.ts';
import type { User, UserProfile } from '../../domain/user.ts';
import { defined } from '../../domain/defined.ts';

/** What identifies a person at a gate. */
const identifiers = ['uid', 'uids', 'email'] as const;

const pick = (user: UserProfile) =>
  Object.fromEntries(identifiers.flatMap((name) => (user[name] === undefined ? [] : [[name, user[name]]])));

/**
 * The removal of a user, and a change of the badges or the e-mail address, have an audit entry.
 * @param importId of the import or sync request
 */
export const auditUser = (by: Acting, importId?: string): Audited<User, UserProfile> => ({
  by,
  entries: (before, after) => {
    if (!before) return [];
    const { companyId, id: userId } = before;
    const target = defined({ userId, importId });
    if (!after) return [auditEntry(by, companyId, { action: 'users.remove', target })];
    const change = { before: pick(before), after: pick(after) };
    if (JSON.stringify(change.before) === JSON.stringify(change.after)) return [];
    return [auditEntry(by, companyId, { action: 'users.change-identifiers', target, ...change })];
  },
});
