import type { actorTools } from '../rules/roles.ts';
import type { Instant } from './instant.ts';

export interface Actor {
  readonly through: (typeof actorTools)[number];
  /** The operator's login name, the member's subject or the API client's id. */
  readonly id: string;
}

/** Contains only ids, never an e-mail address or a secret. */
interface AdminTarget {
  readonly userId?: number;
  readonly [member: string]: string | number | undefined;
}

/** An administrative action, such as `clients.create` or `checkins.undo`. */
export interface AdminEntry {
  readonly kind: 'admin';
  /** Empty for an action on the whole deployment, such as `keys.rotate`. */
  readonly companyId: string;
  readonly receivedAt: Instant;
  readonly actor: Actor;
  readonly action: `${string}.${string}`;
  readonly target: AdminTarget;
  readonly reason?: string | undefined;
  /** Names of the changed fields, in an entry about a user. Unlike `reason`, `before` and `after`, names outlive the user. */
  readonly changed?: readonly string[];
  readonly before?: Readonly<Record<string, unknown>> | undefined;
  readonly after?: Readonly<Record<string, unknown>> | undefined;
}

export interface AdminLog {
  recordAdmin(entry: AdminEntry): Promise<void>;
}

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
  readonly entries?: (before: Before | undefined, after: After | undefined) => readonly AdminEntry[];
}

/** For actions whose audit entry is not part of a transaction. */
export interface AuditContext extends Acting {
  readonly log: AdminLog;
}

export type AuditedAction = Pick<AdminEntry, 'action' | 'target' | 'reason' | 'before' | 'after'>;

export const auditEntry = ({ actor, now }: Acting, companyId: string, action: AuditedAction): AdminEntry => ({
  kind: 'admin',
  companyId,
  receivedAt: now(),
  actor,
  ...action,
});

export const recordAction = (context: AuditContext, companyId: string, action: AuditedAction): Promise<void> =>
  context.log.recordAdmin(auditEntry(context, companyId, action));
