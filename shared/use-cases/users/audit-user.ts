import { auditEntry, type Acting, type Audited } from '../../domain/audit-entry.ts';
import type { User, UserProfile } from '../../domain/user.ts';
import { defined } from '../../domain/defined.ts';

/** The attributes that identify a person at a gate. */
const pick = ({ uid, uids, email }: UserProfile) => ({ uid, uids, email });

/**
 * Makes an audit entry for the removal of a user, and for a change of the badges or the e-mail address.
 * @param importId the id of the import or sync request
 */
export const auditUser = (author: Acting, importId?: string): Audited<User, UserProfile> => ({
  by: author,
  entries: (before, after) => {
    if (!before) return [];
    const { companyId, id: userId } = before;
    const target = defined({ userId, importId });
    if (!after) return [auditEntry(author, companyId, { action: 'users.remove', target })];
    const change = { before: pick(before), after: pick(after) };
    if (JSON.stringify(change.before) === JSON.stringify(change.after)) return [];
    return [auditEntry(author, companyId, { action: 'users.change-identifiers', target, ...change })];
  },
});
