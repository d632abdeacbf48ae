import type { Audited } from '../../domain/audit-entry.ts';
import type { BookingStore } from '../../domain/booking.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import {
  IdentifierTaken,
  userMapKey,
  type User,
  type UserProfile,
  type UserRef,
  type UserStore,
} from '../../domain/user.ts';
import { lookUpsOfUser } from '../../domain/identifiers.ts';
import type { ChangeOutcome } from '../../domain/write-outcome.ts';
import { userRecord } from '../../rules/records.ts';
import { auditUser, removeUser, type RemovalContext } from '../users/remove-user.ts';
import { applyUserChanges, isUidMissingInUids, type UserChanges } from '../users/update-user.ts';
import {
  applyRecords,
  outcomeForImport,
  RecordRejected,
  rejectRecord,
  withCompany,
  type Attempt,
  type Fields,
  type Importer,
} from './apply-records.ts';
import { makeDryRunUsers } from './dry-run.ts';
import { parseFields } from './record-fields.ts';

interface UserRecord {
  readonly ref: UserRef;
  readonly isDeleted: boolean;
  readonly changes: UserChanges;
}

interface UserImportStores {
  readonly users: Pick<UserStore, 'findAll' | 'change'>;
  /** Removes a user with all its data. */
  readonly removeUser: (ref: UserRef) => Promise<ChangeOutcome>;
  /** The author and the audit entries of the changes; absent in a dry run. */
  readonly audited?: Audited<User, UserProfile>;
}

/** @throws RecordRejected */
export const parseUser = (fields: Fields, companyId?: string): UserRecord => {
  const parsed = parseFields(userRecord, withCompany(fields, companyId));
  if ('reasons' in parsed) throw new RecordRejected(parsed.reasons);
  const { companyId: company, id, deleted, ...changes } = parsed.fields;
  if (isUidMissingInUids(changes)) rejectRecord('uid_not_in_uids', { field: 'uid', other: 'uids' });
  return { ref: { companyId: company, userId: id }, isDeleted: deleted === true, changes };
};

/** Texts for the badges and the e-mail address in the changes. If `uids` are given, they contain the `uid`. */
const identifierKeys = (changes: UserChanges): string[] => {
  const given = Object.entries(changes).filter(([, value]) => value !== null);
  return lookUpsOfUser(Object.fromEntries(given)).map(String);
};

/**
 * Returns the keys of a record: its user, and every badge and address that the user has, or gets from this record or an
 * earlier one. Records that share a key are applied one after the other.
 */
const makeKeysOf = (existing: ReadonlyMap<string, User>) => {
  const identifiers = new Map<string, string[]>();
  return ({ ref, changes }: UserRecord): [string, ...string[]] => {
    const key = userMapKey(ref);
    const all = identifiers.get(key) ?? identifierKeys(existing.get(key) ?? {});
    all.push(...identifierKeys(changes));
    identifiers.set(key, all);
    return [key, ...[...new Set(all)].map((one) => `${ref.companyId} ${one}`)];
  };
};

/** Applies records of users: creates, changes and removes them. */
export const makeUserImporter = (
  { users, removeUser: remove, audited }: UserImportStores,
  companyId?: string,
): Importer => {
  const prepare = async (records: readonly UserRecord[], attempt: Attempt | undefined) => {
    const refs = new Map(records.map(({ ref }) => [userMapKey(ref), ref]));
    const found = await users.findAll([...refs.values()]);
    const existing = new Map(found.map((user) => [userMapKey({ companyId: user.companyId, userId: user.id }), user]));
    const removedKeys = new Set<string>();

    /** Without `begunAt` if an earlier record has removed the user, so that this record can create the user again. */
    const auditedFor = (key: string) => {
      const begunAt = attempt?.begunAt ?? audited?.by.now();
      return audited && !removedKeys.has(key) ? { ...audited, begunAt } : audited;
    };

    const apply = async ({ ref, isDeleted, changes }: UserRecord, isFirstRecord: boolean): Promise<ChangeOutcome> => {
      const key = userMapKey(ref);
      if (isDeleted) {
        removedKeys.add(key);
        return remove(ref);
      }
      const decide = (before: User | undefined) => applyUserChanges(before, ref, changes);
      // After an earlier record about the user, what was read is out of date.
      const current = isFirstRecord ? { user: existing.get(key) } : undefined;
      try {
        const change = await users.change(ref, decide, current, auditedFor(key));
        if (change.outcome === 'written' && !change.before) attempt?.noteNewUser?.(ref);
        return outcomeForImport(change, isFirstRecord, attempt);
      } catch (error) {
        if (error instanceof IdentifierTaken)
          return rejectRecord('identifier_taken', { field: error.field, userId: error.userId });
        throw error;
      }
    };
    return { keysOf: makeKeysOf(existing), apply };
  };

  return {
    kind: 'users',
    companyId,
    apply: (records, attempt) =>
      applyRecords(
        records,
        (fields) => parseUser(fields, companyId),
        (parsed) => prepare(parsed, attempt),
      ),
  };
};

/** Makes an importer that applies user records, and writes each change to the audit log. */
export const makeAuditedUserImporter = (
  context: RemovalContext & Pick<UserImportStores, 'users'> & { readonly importId: string },
  companyId?: string,
): Importer => {
  /** Also completes an interrupted removal. */
  const remove = async (ref: UserRef): Promise<ChangeOutcome> => {
    try {
      return (await removeUser(context, ref)).isRemoved ? 'deleted' : 'unchanged';
    } catch (error) {
      if (error instanceof UseCaseError && error.code === 'user_not_found') return 'unchanged';
      throw error;
    }
  };
  const audited = auditUser(context, context.importId);
  return makeUserImporter({ users: context.users, removeUser: remove, audited }, companyId);
};

interface DryRunStores {
  readonly users: Pick<UserStore, 'findAll' | 'change' | 'findId'>;
  readonly bookings: Pick<BookingStore, 'list'>;
}

/** Makes an importer that reports the changes that user records would make, but writes nothing. */
export const makeDryRunUserImporter = ({ users, bookings }: DryRunStores, companyId?: string): Importer => {
  const dryRun = makeDryRunUsers(users);
  const removedKeys = new Set<string>();
  /** Like `removeUser`, also removes bookings without a user. */
  const remove = async (ref: UserRef): Promise<ChangeOutcome> => {
    const { outcome } = await dryRun.change(ref, () => undefined);
    const isRepeated = removedKeys.has(userMapKey(ref));
    removedKeys.add(userMapKey(ref));
    if (outcome === 'deleted' || isRepeated) return outcome;
    return (await bookings.list(ref)).length > 0 ? 'deleted' : 'unchanged';
  };
  return makeUserImporter({ users: dryRun, removeUser: remove }, companyId);
};
