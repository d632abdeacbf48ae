import type { AuditAction } from '../rules/audit-actions.ts';
import type { actorTools } from '../rules/roles.ts';
import type { Instant } from './instant.ts';

export interface Actor {
  readonly through: (typeof actorTools)[number];
  /** The operator's login name, the member's subject or the API client's id. */
  readonly id: string;
}

/** The `companyId` of an action on the whole deployment, such as `keys.rotate`. */
export const WHOLE_DEPLOYMENT = '';

/** The ids of everybody and everything that an action is about. Never a text that somebody typed, or a secret. */
interface AuditTarget {
  readonly userId?: number;
  readonly [member: string]: string | number | undefined;
}

/** Values by the names of their attributes. */
type State = Readonly<Record<string, unknown>>;

/**
 * An administrative action, such as `clients.create` or `checkins.undo`. `reason`, `fileName` and values that are about a person
 * or typed freely ({@link freeTextAttributes}) are stored apart from the rest, so that they can be deleted.
 */
export interface AuditEntry {
  readonly kind: 'admin';
  /** Or {@link WHOLE_DEPLOYMENT}. */
  readonly companyId: string;
  readonly receivedAt: Instant;
  readonly actor: Actor;
  /** The id of the request, or of the run of a command. */
  readonly requestId?: string | undefined;
  readonly action: AuditAction;
  readonly target: AuditTarget;
  readonly reason?: string | undefined;
  readonly fileName?: string | undefined;
  /** Names of the changed attributes. Unlike the values, they outlive the user. The log sets them. */
  readonly changed?: readonly string[];
  readonly before?: State | undefined;
  readonly after?: State | undefined;
}

/** Attributes in `before` and `after` that somebody types freely, so that they might name a person. */
export const freeTextAttributes: ReadonlySet<string> = new Set(['name', 'email', 'subject']);

/** Returns the names of the attributes that differ. */
export const changedAttributes = (before: State = {}, after: State = {}): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );

/** Returns the attributes that differ, as they were and as they are now. */
export const changesBetween = (before: State, after: State): { readonly before: State; readonly after: State } => {
  const names = changedAttributes(before, after);
  const pick = (state: State): State => Object.fromEntries(names.map((name) => [name, state[name]]));
  return { before: pick(before), after: pick(after) };
};

/** Counts the lines of an import. */
export type ImportCounts = Readonly<Record<'written' | 'unchanged' | 'deleted' | 'failed', number>>;

export const noCounts: ImportCounts = { written: 0, unchanged: 0, deleted: 0, failed: 0 };

export const addCounts = (one: ImportCounts, other: ImportCounts): ImportCounts => ({
  written: one.written + other.written,
  unchanged: one.unchanged + other.unchanged,
  deleted: one.deleted + other.deleted,
  failed: one.failed + other.failed,
});

/** A part of an import. A part that is sent again has the same number and digest. */
export interface ImportPart {
  /** The first line of the part in its file; 0 for a whole file or a sync request. */
  readonly part: number;
  /**
   * A digest of the part's content, and of how it is read. If other content is sent with the same number, it is counted
   * separately, so that it cannot hide behind the counts of the first. Absent if only one request can send the part.
   */
  readonly digest?: string | undefined;
}

/** Other attempts at a part of an import. They may still be running. */
export interface OtherAttempts {
  readonly requestIds: readonly string[];
  /** The counts of each attempt that has ended. */
  readonly counts: readonly ImportCounts[];
}

/** What one attempt at a part has done. */
export interface PartEnd extends ImportPart {
  readonly counts: ImportCounts;
  /** Whether an error stopped the attempt before the last line. */
  readonly isStopped: boolean;
}

/**
 * Combines the counts of all attempts at a part. An attempt also counts the lines that another attempt wrote, so the highest
 * count is right. It does not see what others deleted, and no two attempts delete the same item, so deletions are added up.
 */
export const combineAttempts = (attempts: readonly ImportCounts[]): ImportCounts => {
  const most = (count: (attempt: ImportCounts) => number): number => Math.max(0, ...attempts.map(count));
  const lines = most(({ written, unchanged, deleted, failed }) => written + unchanged + deleted + failed);
  const written = most((one) => one.written);
  const failed = most((one) => one.failed);
  const unchangedOrDeleted = lines - written - failed;
  const deletions = attempts.reduce((sum, one) => sum + one.deleted, 0);
  const deleted = Math.min(deletions, unchangedOrDeleted);
  return { written, unchanged: unchangedOrDeleted - deleted, deleted, failed };
};

/** An import or sync request as a whole. */
export interface ImportSums extends ImportCounts {
  /** Whether a part was begun but not completed. */
  readonly isUnfinished: boolean;
  /** When the last part was begun or completed. */
  readonly lastAt: Instant;
}

export interface ImportRef {
  readonly companyId: string;
  readonly importId: string;
}

export interface AuditLog {
  recordAuditEntry(entry: AuditEntry): Promise<void>;
}

/**
 * All parts of an import must begin within this time. The log lists an import at the time at which it began, and its retention
 * starts then, so a later part would be hard to find and soon expire.
 */
export const MAX_IMPORT_HOURS = 24;

export interface ImportLog {
  /**
   * Records that a part of an import begins. Only the first part adds the entry, whose target has the import's id.
   * @returns the other attempts at the part so far; undefined if the import with this id has another action or actor, or began more
   * than {@link MAX_IMPORT_HOURS} ago
   */
  beginImport(entry: AuditEntry, part: ImportPart): Promise<OtherAttempts | undefined>;
  recordPartEnd(ref: ImportRef, end: PartEnd, at: Instant): Promise<void>;
  /** Records the users that an import created. An entry for each of them would double the cost of an import. */
  recordNewUsers(ref: ImportRef, userIds: readonly number[], at: Instant): Promise<void>;
}

/** Some of the users that an import created: those that were recorded together, at the time `at`. */
export interface NewUsers {
  readonly userIds: readonly number[];
  readonly at: Instant;
}

/** Who changes something, and with which request. */
export interface Acting {
  readonly actor: Actor;
  /** The id of the request, or of the run of a command. */
  readonly requestId?: string;
  readonly now: () => Instant;
}

export interface ChangedBy extends Actor {
  readonly requestId?: string;
  readonly at: Instant;
}

export const changedBy = ({ actor, requestId, now }: Acting): ChangedBy => ({
  ...actor,
  requestId,
  at: now(),
});

/** Who changes a user or booking, and the audit entries to commit with the change. */
export interface Audited<Before, After = Before> {
  readonly by: Acting;
  /**
   * When an import or sync request began. If the user was removed or the id was given to a new user after that, the change is
   * not made.
   */
  readonly begunAt?: Instant;
  readonly entries?: (before: Before | undefined, after: After | undefined) => readonly AuditEntry[];
}

/** For actions whose audit entry is not part of a transaction. */
export interface AuditContext extends Acting {
  readonly log: AuditLog;
}

export type AuditedAction = Pick<AuditEntry, 'action' | 'target' | 'reason' | 'fileName' | 'before' | 'after'>;

export const auditEntry = (
  { actor, requestId, now }: Acting,
  companyId: string,
  action: AuditedAction,
): AuditEntry => ({
  kind: 'admin',
  companyId,
  receivedAt: now(),
  actor,
  ...(requestId !== undefined && { requestId }),
  ...action,
});

export const recordAction = (context: AuditContext, companyId: string, action: AuditedAction): Promise<void> =>
  context.log.recordAuditEntry(auditEntry(context, companyId, action));
