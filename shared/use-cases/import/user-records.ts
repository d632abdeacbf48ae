import type { Audited } from '../../domain/audit-entry.ts';
import {
  IdentifierTaken,
  type User,
  type UserProfile,
  type UserRef,
  userKey,
  type UserStore,
} from '../../domain/user.ts';
import type { ChangeOutcome } from '../../domain/write-outcome.ts';
import {
  applyInOrder,
  parseAll,
  RecordRejected,
  rejectInvalid,
  withCompany,
  type Fields,
  type Importer,
} from './apply-records.ts';
import { parseFields } from './record-fields.ts';
import { foldEmail } from '../../rules/fold-email.ts';
import { userRecord } from '../../rules/fields.ts';
import { applyUserChanges, findContradiction, type UserChanges } from '../users/user-changes.ts';

interface UserRecord {
  readonly ref: UserRef;
  readonly isDeleted: boolean;
  readonly changes: UserChanges;
}

export interface UserImportStores {
  readonly users: Pick<UserStore, 'findAll' | 'change'>;
  /** Removes a user with all its data. */
  readonly removeUser: (ref: UserRef) => Promise<ChangeOutcome>;
  /** The author and the audit entries of the changes; absent in a dry run. */
  readonly audited?: Audited<User, UserProfile>;
}

/** @throws RecordRejected */
export const parseUser = (fields: Fields, companyId?: string): UserRecord => {
  const parsed = parseFields(userRecord, withCompany(fields, companyId));
  if ('reason' in parsed) return rejectInvalid(parsed.reason);
  const { companyId: company, id, deleted, email, ...attributes } = parsed.fields;
  const changes = { ...attributes, ...(email !== undefined && { email: email === null ? null : foldEmail(email) }) };
  const contradiction = findContradiction(changes);
  if (contradiction) return rejectInvalid(`${contradiction.field} ${contradiction.problem}`);
  return { ref: { companyId: company, userId: id }, isDeleted: deleted === true, changes };
};

const identifierKeys = ({ uid, uids, email }: UserChanges): string[] => [
  ...[uid, ...(uids ?? [])].filter((badge) => typeof badge === 'string').map((badge) => `uid ${badge}`),
  ...(typeof email === 'string' ? [`email ${email}`] : []),
];

/**
 * Returns the keys of a record: its user, and every badge and address that the user has, or gets from this record or an
 * earlier one. Records that share a key are applied one after the other.
 */
const makeKeysOf = (known: ReadonlyMap<string, User>) => {
  const identifiers = new Map<string, string[]>();
  return ({ ref, changes }: UserRecord): string[] => {
    const key = userKey(ref);
    const all = identifiers.get(key) ?? identifierKeys(known.get(key) ?? {});
    all.push(...identifierKeys(changes));
    identifiers.set(key, all);
    return [key, ...new Set(all)].map((one) => `${ref.companyId} ${one}`);
  };
};

export const makeUserImporter = ({ users, removeUser, audited }: UserImportStores, companyId?: string): Importer => {
  const apply: Importer['apply'] = async (records, begunAt = audited?.by.now()) => {
    const auditedWithStart = audited && { ...audited, begunAt };
    const parsed = parseAll(records, (fields) => parseUser(fields, companyId));
    const good = parsed.flatMap((record) => (record instanceof RecordRejected ? [] : [record]));
    const refs = new Map(good.map(({ ref }) => [userKey(ref), ref]));
    const all = await users.findAll([...refs.values()]);
    const known = new Map(all.map((user) => [userKey({ companyId: user.companyId, userId: user.id }), user]));
    /** Users that an earlier record has changed. For the next record, they are read again. */
    const changedKeys = new Set<string>();
    /** Users that an earlier record has removed. The next record is applied without `begunAt`, so that it can create them. */
    const removedKeys = new Set<string>();

    const applyOne = async (record: UserRecord): Promise<ChangeOutcome> => {
      const key = userKey(record.ref);
      const isCurrent = !changedKeys.has(key);
      changedKeys.add(key);
      if (record.isDeleted) {
        removedKeys.add(key);
        return removeUser(record.ref);
      }
      const decide = (before: User | undefined) => applyUserChanges(before, record.ref, record.changes);
      try {
        const found = isCurrent ? { user: known.get(key) } : undefined;
        return (await users.change(record.ref, decide, found, removedKeys.has(key) ? audited : auditedWithStart))
          .outcome;
      } catch (error) {
        if (error instanceof IdentifierTaken) throw new RecordRejected('identifier_taken', error.message);
        throw error;
      }
    };
    return applyInOrder(parsed, makeKeysOf(known), applyOne);
  };
  return { rules: userRecord, companyId, apply };
};
