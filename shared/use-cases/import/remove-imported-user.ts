import { UseCaseError } from '../../domain/use-case-error.ts';
import { removeUser, type RemovalContext } from '../users/remove-user.ts';
import type { UserImportStores } from './user-records.ts';

/** For a record with `deleted`. Completes an interrupted removal. */
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
