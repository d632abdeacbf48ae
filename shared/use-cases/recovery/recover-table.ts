import { isDeepStrictEqual } from 'node:util';
import pMap from 'p-map';
import type { ApiClient, ApiClientRegistry } from '../../domain/api-client.ts';
import { auditEntry, recordAction, WHOLE_DEPLOYMENT, type AuditContext } from '../../domain/audit-entry.ts';
import { updateClient } from '../../domain/client-changes.ts';
import type { CopiedItem, RecoveryStore, ServiceTable, StoredItem } from '../../domain/recovery.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import type { Instant } from '../../domain/instant.ts';
import { IdentifierTaken, isErased, userMapKey, type UserRef } from '../../domain/user.ts';

interface RecoveryContext extends AuditContext {
  readonly recovery: RecoveryStore;
  readonly apiClients: Pick<ApiClientRegistry, 'create'>;
}

interface RecoveryRequest {
  readonly table: ServiceTable;
  /** The name of the table to copy from. */
  readonly from: string;
  readonly dryRun: boolean;
}

/**
 * Only `copied` items are written. Why the others are not:
 * - unchanged: the table has the item
 * - removed: the item is about a removed person
 * - derived: the item is written with another one, such as its user, or it is safer to lose it
 * - taken: the item is a user whose badge or e-mail address belongs to another user now
 * - malformed: the service could not read the item
 */
type Outcome = 'copied' | 'unchanged' | 'removed' | 'expired' | 'derived' | 'taken' | 'malformed';

export interface RecoverySummary extends Readonly<Record<Outcome | 'read', number>> {
  /** The clients that came back disabled, because they were changed since the copy was made. */
  readonly disabledClients: readonly string[];
  /** The users who did not come back, because another user has their badge or e-mail address now. */
  readonly takenUsers: readonly UserRef[];
  /** The keys of the malformed items. */
  readonly malformedItems: readonly StoredItem[];
}

/** What was done until the end, or until an error ended the recovery. Another run does not list the disabled clients again. */
interface RecoveryResult {
  readonly summary: RecoverySummary;
  readonly error?: unknown;
}

interface RecoveryProgress {
  readonly summary: RecoverySummary;
  /** The part of the copy that is done, from 0 to 1. */
  readonly share: number;
}

const ITEMS_AT_ONCE = 25;

type Copied = Exclude<CopiedItem, { kind: 'derived' | 'malformed' }>;

/**
 * Members come back only as a whole, because a part could give access back to somebody who was removed. The table may have items
 * of the copy, from a run that was interrupted.
 * @throws UseCaseError `members_not_empty`
 */
const assertNoOtherMembers = async (recovery: RecoveryStore, from: string): Promise<void> => {
  const copy = new Map<unknown, StoredItem>();
  for await (const { items } of recovery.read(from)) for (const item of items) copy.set(item['member'], item);
  for await (const { items } of recovery.read(recovery.nameOf('members')))
    if (items.some((item) => !isDeepStrictEqual(item, copy.get(item['member']))))
      throw new UseCaseError('members_not_empty');
};

/**
 * Copies what is missing from a table of the same kind. Nothing is overwritten, so it can be run again after an interruption.
 * @param onProgress called after each page
 * @returns what was done, even if an error ended the recovery after it had read something
 * @throws UseCaseError `copy_not_found`; `not_a_copy` if an item is not of this table; `members_not_empty`
 */
export const recoverTable = async (
  context: RecoveryContext,
  { table, from, dryRun }: RecoveryRequest,
  onProgress: (progress: RecoveryProgress) => void,
): Promise<RecoveryResult> => {
  const { recovery, apiClients, now } = context;
  const startedAt = now();
  const counts = { read: 0, copied: 0, unchanged: 0, removed: 0, expired: 0, derived: 0, taken: 0, malformed: 0 };
  const disabledClients: string[] = [];
  const takenUsers: UserRef[] = [];
  const malformedItems: StoredItem[] = [];
  const summarise = (): RecoverySummary => ({
    ...counts,
    disabledClients: [...disabledClients],
    takenUsers: [...takenUsers],
    malformedItems: [...malformedItems],
  });

  const createClient = async (client: ApiClient): Promise<boolean> => {
    const { clientId, companyId } = client;
    if (!(await recovery.hasChangedSince(client))) return dryRun || apiClients.create(client);
    const entry = auditEntry(context, companyId, { action: 'clients.disable', target: { clientId } });
    const disabled = updateClient(client, { enabled: false }, startedAt);
    const isCreated = dryRun || (await apiClients.create(disabled, [entry]));
    if (isCreated) disabledClients.push(clientId);
    return isCreated;
  };

  /** @returns false if the table has the item by now */
  const create = async (copied: Copied): Promise<boolean> => {
    if (copied.kind === 'client') return createClient(copied.client);
    if (dryRun) return true;
    return copied.kind === 'plain'
      ? recovery.create(table, copied.item)
      : recovery.createUser(copied.user, copied.item);
  };

  const copy = async (copied: Copied): Promise<Outcome> => {
    try {
      return (await create(copied)) ? 'copied' : 'unchanged';
    } catch (error) {
      if (!(error instanceof IdentifierTaken)) throw error;
      takenUsers.push(copied.owner as UserRef);
      return 'taken';
    }
  };

  const copyPage = async (items: readonly StoredItem[]): Promise<void> => {
    const copies = items.map((item) => {
      const copied = recovery.toCopied(table, item);
      if (!copied) throw new UseCaseError('not_a_copy', { table, from });
      return copied;
    });
    const candidates = copies.filter((one): one is Copied => one.kind !== 'derived' && one.kind !== 'malformed');
    malformedItems.push(...copies.flatMap((one) => (one.kind === 'malformed' ? [one.key] : [])));
    const owners = new Map(candidates.flatMap(({ owner }) => (owner ? [[userMapKey(owner), owner]] : [])));
    const [stored, states] = await Promise.all([
      recovery.findStored(
        table,
        candidates.map(({ item }) => item),
      ),
      recovery.findStates([...owners.values()]),
    ]);
    // If the table of users was lost, so were the tombstones.
    const missing = [...owners].flatMap(([key, owner]) => (states.has(key) ? [] : [owner]));
    const removals = await recovery.findRemovals(missing);
    const isOfRemoved = (owner: UserRef, writtenAt: Instant): boolean => {
      const key = userMapKey(owner);
      return isErased(states.get(key), writtenAt) || writtenAt <= (removals.get(key) ?? -Infinity);
    };
    const outcomeOf = async (copied: Copied, index: number): Promise<Outcome> => {
      const { owner, writtenAt, expiresAt = Infinity } = copied;
      // Somebody else might have the id of a removed person now.
      if (owner && isOfRemoved(owner, writtenAt)) return 'removed';
      if (expiresAt <= startedAt) return 'expired';
      return stored[index] ? 'unchanged' : copy(copied);
    };
    const failures: unknown[] = [];
    /** After a failure, begins no more copies, but counts those that have begun. */
    const copyOne = async (copied: Copied, index: number): Promise<void> => {
      if (failures.length > 0) return;
      try {
        counts[await outcomeOf(copied, index)] += 1;
      } catch (error) {
        failures.push(error);
      }
    };
    counts.read += items.length;
    counts.derived += copies.filter(({ kind }) => kind === 'derived').length;
    counts.malformed = malformedItems.length;
    await pMap(candidates, copyOne, { concurrency: ITEMS_AT_ONCE });
    if (failures.length > 0) throw failures[0];
  };

  if (table === 'members') await assertNoOtherMembers(recovery, from);
  if (!dryRun) await recordAction(context, WHOLE_DEPLOYMENT, { action: 'tables.recover', target: { table, from } });
  try {
    for await (const { items, share } of recovery.read(from)) {
      await copyPage(items);
      onProgress({ summary: summarise(), share });
    }
    return { summary: summarise() };
  } catch (error) {
    if (counts.read === 0) throw error;
    return { summary: summarise(), error };
  }
};
