import { makeMemberStore } from '../../shared/adapters/dynamodb/member-store.ts';
import type { MemberStore } from '../../shared/domain/roster.ts';
import { localTableNames } from '../../shared/local-service.ts';
import { makeMemoryDatabase, type MemoryDatabase } from './memory-database/memory-database.ts';

/** The store of members, and its database, whose audit entries a test can read. */
export const openMembersInMemory = (): { readonly members: MemberStore; readonly database: MemoryDatabase } => {
  const database = makeMemoryDatabase();
  return { members: makeMemberStore(database, localTableNames, 400), database };
};
