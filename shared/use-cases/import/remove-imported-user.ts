import { UseCaseError } from '../../domain/use-case-error.ts';
import { removeUser, type RemovalContext } from '../users/remove-user.ts';
import type { UserImportStores } from './user-records.ts';

/** Removes the user of a record with `deleted`. Completes an interrupted removal; a complete one changes nothing. */
export const makeRemoveUser =
  (context: RemovalContext): UserImportStores['removeUser'] =>
  async (ref) => {
    const isThere = (await context.users.findAll([ref])).length > 0;
    try {
      const { bookings, logEntries } = await removeUser(context, ref);
      return isThere || bookings + logEntries > 0 ? 'deleted' : 'unchanged';
    } catch (error) {
      if (error instanceof UseCaseError && error.code === 'user_not_found') return 'unchanged';
      throw error;
    }
  };
