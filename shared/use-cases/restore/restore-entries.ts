import type { Instant } from '../../domain/instant.ts';
import type { CopiedItem, ItemRestore, RestoreStores } from '../../domain/restore.ts';
import {
  findStillRemoved,
  nameUser,
  refused,
  restoreAll,
  type ItemOutcome,
  type RestoreRules,
} from './restore-rules.ts';

type Entry = Extract<CopiedItem, { kind: 'entry' }>;

/** Restores missing entries of a log, or check-in attempts, except those about removed users. Existing entries never change. */
export const makeRestoreEntries = (
  stored: ItemRestore,
  findRemoved: RestoreStores['findRemoved'],
  rules: RestoreRules,
  now: Instant,
) => {
  const restoreEntry = async (
    { user, expiresAt = Infinity, item }: Entry,
    removed: ReadonlySet<string>,
    isPresent: boolean,
  ): Promise<ItemOutcome> => {
    if (expiresAt <= now) return { outcome: 'expired' };
    if (user && removed.has(nameUser(user))) return refused('removed_user', nameUser(user));
    const isWritten = !isPresent && (rules.dryRun || (await stored.create(item)));
    return { outcome: isWritten ? 'written' : 'unchanged' };
  };

  return async (items: readonly CopiedItem[]): Promise<ItemOutcome[]> => {
    const entries = items.filter((item) => item.kind === 'entry');
    const owners = entries.flatMap(({ user }) => user ?? []);
    const removed = await findStillRemoved(owners, findRemoved, rules);
    const present = await stored.arePresent(entries.map(({ item }) => item));
    const isPresent = new Map(entries.map((entry, index) => [entry, present[index] === true]));
    return restoreAll(entries, (entry) => restoreEntry(entry, removed, isPresent.get(entry) === true));
  };
};
