import type { BeginAttempts } from '../../domain/checkin-attempt.ts';
import { makeCheckinAttemptStore, toAttemptItem, toRemembered } from './checkin-attempt-store.ts';
import type { Database } from './database.ts';
import { toInsert } from './write-statements.ts';
import { writeTogether } from './write-together.ts';

/** Records many attempts with few calls. INSERT refuses an existing key, expired or not; `begin` then handles both cases. */
export const makeBeginAttempts = (database: Database, table: string): BeginAttempts => {
  const store = makeCheckinAttemptStore(database, table);
  return (attempts) =>
    writeTogether(database, attempts, {
      toStatement: (one) => toInsert(table, toAttemptItem(one)),
      toResult: toRemembered,
      writeAlone: ({ key, attempt }) => store.begin(key, attempt),
    });
};
