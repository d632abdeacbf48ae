import pMap from 'p-map';
import { nameUser, refused, writtenIf, type ItemOutcome, type Refusal, type RestoreRules } from './restore-rules.ts';
import { recordAction, type AuditContext } from '../../domain/audit-entry.ts';
import type { Instant } from '../../domain/instant.ts';
import type { CopiedItem, RestorableItem, RestoreStores } from '../../domain/restore.ts';
import { bookingExpiry } from '../../domain/retention.ts';
import type { RestorableTable, TableCopy } from '../../domain/table-copy.ts';
import { overwriteBooking, restoreUser } from './restore-items.ts';
import { makeRestoreClients } from './restore-clients.ts';

/** `items`: the number of items with this refusal. */
type RefusedItems = Refusal & { readonly items: number };

export interface RestoreSummary extends Readonly<Record<'read' | ItemOutcome['outcome'] | 'failed', number>> {
  readonly refusals: readonly RefusedItems[];
  /** Why items failed. `line` is the line number in the file, if there is one. */
  readonly errors: readonly { readonly line?: number; readonly reason: string }[];
}

/** Adds up the results of a restore. */
const makeTally = () => {
  const counts = { read: 0, written: 0, unchanged: 0, expired: 0, refused: 0, failed: 0 };
  const refusedItems = new Map<string, RefusedItems>();
  const errors: RestoreSummary['errors'][number][] = [];
  return {
    add(outcomes: readonly ItemOutcome[], newErrors: RestoreSummary['errors']): void {
      counts.read += outcomes.length + newErrors.length;
      counts.failed += newErrors.length;
      errors.push(...newErrors);
      for (const { outcome, refusals = [] } of outcomes) {
        counts[outcome] += 1;
        for (const refusal of refusals) {
          const key = `${refusal.reason} ${refusal.name}`;
          refusedItems.set(key, { ...refusal, items: (refusedItems.get(key)?.items ?? 0) + 1 });
        }
      }
    },
    summary: (): RestoreSummary => ({ ...counts, refusals: [...refusedItems.values()], errors: [...errors] }),
  };
};

interface RestoreContext extends AuditContext {
  readonly stores: RestoreStores;
}

interface RestoreRequest {
  readonly table: RestorableTable;
  readonly copy: TableCopy;
  /** The source of the copy, for the audit log. */
  readonly from: string;
  readonly rules: RestoreRules;
}

export interface RestoreProgress {
  readonly summary: RestoreSummary;
  /** The part of the copy that is done, from 0 to 1. */
  readonly share: number;
}

const WRITES_AT_ONCE = 25;

const isRestorable = (copied: CopiedItem): copied is RestorableItem =>
  copied.kind !== 'derived' && copied.kind !== 'invalid';

/** Tombstones and clients come first, because a token family is restored only if its client exists. */
const isFirst = ({ kind }: RestorableItem): boolean => kind === 'removal' || kind === 'client';

/** Returns a function that restores one page of items. */
const makeRestorePage = (stores: RestoreStores, { table, rules }: RestoreRequest, now: Instant) => {
  const { dryRun, overwrite, reviveUsers } = rules;
  const clients = makeRestoreClients(stores, rules, now);

  const isExpired = (copy: RestorableItem): boolean => {
    const expiresAt =
      copy.kind === 'booking'
        ? (bookingExpiry(copy.booking.noShowAt, stores.retentionDays) ?? Infinity) * 1000
        : (copy.expiresAt ?? Infinity);
    return expiresAt <= now;
  };

  const findRemoved = async (copies: readonly RestorableItem[]): Promise<ReadonlySet<string>> => {
    const owners = new Map(copies.flatMap(({ owner }) => (owner ? [[nameUser(owner), owner]] : [])));
    const removed = (await stores.findRemoved([...owners.values()])).map(nameUser);
    return new Set(removed.filter((name) => !reviveUsers.has(name)));
  };

  /** Returns undefined for a tombstone, which is not counted. */
  const restoreItem = async (
    copy: RestorableItem,
    stored: CopiedItem | undefined,
  ): Promise<ItemOutcome | undefined> => {
    if (copy.kind === 'client') return clients.restoreClient(copy.client, stored);
    if (copy.kind === 'family') return clients.restoreFamily(copy, stored);
    if (copy.kind === 'user') return restoreUser(stores, copy, stored, rules);
    if (copy.kind === 'booking' && stored?.kind === 'booking' && overwrite)
      return overwriteBooking(stores, { live: stored.booking, copy: copy.booking }, dryRun, now);
    const outcome = writtenIf(!stored && (dryRun || (await stores.create(table, copy.item))));
    return copy.kind === 'removal' ? undefined : outcome;
  };

  return async (copies: readonly RestorableItem[]): Promise<ItemOutcome[]> => {
    const [removed, stored] = await Promise.all([
      findRemoved(copies),
      stores.findStored(
        table,
        copies.map(({ item }) => item),
      ),
    ]);
    const storedFor = new Map(copies.map((copy, index) => [copy, stored[index]]));
    const restore = async (copy: RestorableItem): Promise<ItemOutcome | undefined> => {
      const owner = copy.owner && nameUser(copy.owner);
      if (isExpired(copy)) return { outcome: 'expired' };
      if (owner !== undefined && removed.has(owner)) return refused('removed_user', owner);
      return restoreItem(copy, storedFor.get(copy));
    };
    const outcomes: (ItemOutcome | undefined)[] = [];
    for (const group of [copies.filter(isFirst), copies.filter((copy) => !isFirst(copy))])
      outcomes.push(...(await pMap(group, restore, { concurrency: WRITES_AT_ONCE })));
    return outcomes.filter((outcome) => outcome !== undefined);
  };
};

/**
 * Restores a table without sending pushes. Brings back nothing that was disabled, deleted, ended, revoked or removed since the
 * copy was made, except users whom the rules name. Safe to run again.
 * @param onProgress called after every page
 */
export const restoreTable = async (
  context: RestoreContext,
  request: RestoreRequest,
  onProgress: (progress: RestoreProgress) => void,
): Promise<RestoreSummary> => {
  const { stores } = context;
  const { table, copy, from, rules } = request;
  const restorePage = makeRestorePage(stores, request, context.now());
  const tally = makeTally();
  if (!rules.dryRun) {
    const after = { overwrite: rules.overwrite, revivedUsers: [...rules.reviveUsers] };
    await recordAction(context, '', { action: 'backup.restore', target: { table, from }, after });
  }
  for await (const page of copy.read()) {
    const items = page.items.map((item) => stores.readItem(table, item));
    const invalid = items.filter((item) => item.kind === 'invalid').map(({ reason }) => ({ reason }));
    tally.add(await restorePage(items.filter(isRestorable)), [...page.unreadable, ...invalid]);
    onProgress({ summary: tally.summary(), share: page.share });
  }
  return tally.summary();
};
