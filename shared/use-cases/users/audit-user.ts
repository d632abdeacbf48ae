import { auditEntry, type Acting, type Audited } from '../../domain/audit-entry.ts';
import type { User, UserProfile } from '../../domain/user.ts';
import { defined } from '../../domain/defined.ts';

/** What a person is recognised by at a gate. */
const identifiers = ['uid', 'uids', 'email'] as const;

const pick = (user: UserProfile) =>
  Object.fromEntries(identifiers.flatMap((name) => (user[name] === undefined ? [] : [[name, user[name]]])));

/**
 * A change of a user. The removal of a person, and a change of the badges or the e-mail address of an existing one, have an entry in
 * the audit log.
 * @param importId of the import or the sync request that makes it
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
