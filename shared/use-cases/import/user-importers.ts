import { UseCaseError } from '../../domain/use-case-error.ts';
import type { UserRef, UserStore } from '../../domain/user.ts';
import { auditUser, removeUser, type RemovalContext } from '../users/remove-user.ts';
import type { Importer } from './apply-records.ts';
import { makeDryRunUsers } from './dry-run.ts';
import { makeUserImporter, type UserImportStores } from './user-records.ts';

/** Makes a function that removes the user of a record with `deleted`, or completes an interrupted removal. */
export const makeRemoveUser =
  (context: RemovalContext): UserImportStores['removeUser'] =>
  async (ref) => {
    try {
      return (await removeUser(context, ref)).isRemoved ? 'deleted' : 'unchanged';
    } catch (error) {
      if (error instanceof UseCaseError && error.code === 'user_not_found') return 'unchanged';
      throw error;
    }
  };

/** Makes an importer that applies user records, and writes each change to the audit log. */
export const makeAuditedUserImporter = (
  context: RemovalContext & Pick<UserImportStores, 'users'> & { readonly importId: string },
  companyId?: string,
): Importer => {
  const audited = auditUser(context, context.importId);
  return makeUserImporter({ users: context.users, removeUser: makeRemoveUser(context), audited }, companyId);
};

/** Makes an importer that reports the changes that user records would make, but writes nothing. */
export const makeDryRunUserImporter = (
  users: Pick<UserStore, 'findAll' | 'change' | 'findId'>,
  companyId?: string,
): Importer => {
  const dryRun = makeDryRunUsers(users);
  const remove = async (ref: UserRef) => (await dryRun.change(ref, () => undefined)).outcome;
  return makeUserImporter({ users: dryRun, removeUser: remove }, companyId);
};
