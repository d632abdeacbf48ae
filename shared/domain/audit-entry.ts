import type { actorTools } from '../rules/roles.ts';
import type { Instant } from './instant.ts';

/** Who makes a change, and with which tool. Recorded with every administrative action. */
export interface Actor {
  readonly through: (typeof actorTools)[number];
  /** The operator's login name, the member's subject or the API client's id. */
  readonly id: string;
}

/** The object of an administrative action, by its ids only: never an e-mail address or a secret. */
export interface AdminTarget {
  /** The user whose log lists the entry. */
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
  /** In an entry about a user: the fields that were changed. The list stays when the user is removed; reason, before and after go. */
  readonly changed?: readonly string[];
  /** The state before and after, without secrets. */
  readonly before?: Readonly<Record<string, unknown>> | undefined;
  readonly after?: Readonly<Record<string, unknown>> | undefined;
}

/** Where administrative actions are recorded. */
export interface AdminLog {
  recordAdmin(entry: AdminEntry): Promise<void>;
}

/** What every use case that changes something needs in addition to its stores: who makes the change, and when. */
export interface Acting {
  readonly actor: Actor;
  /** The request, or the run of a command. */
  readonly requestId?: string;
  readonly now: () => Instant;
}

/** Who last changed a user or booking, with what, and when. */
export interface ChangedBy extends Actor {
  readonly requestId?: string;
  readonly at: Instant;
}

export const changedBy = ({ actor, requestId, now }: Acting): ChangedBy => ({
  ...actor,
  requestId,
  at: now(),
});

/** A change of a user or booking: who makes it, and the entries of the audit log that are committed with it. */
export interface Audited<Before, After = Before> {
  readonly by: Acting;
  /** When an import or a sync request began. It does not touch a user who was removed, or got the id, since. */
  readonly begunAt?: Instant;
  readonly entries?: (before: Before | undefined, after: After | undefined) => readonly AdminEntry[];
}

/** The dependencies of an action whose audit entry is not part of a transaction. */
export interface AuditContext extends Acting {
  readonly adminLog: AdminLog;
}

/** What an entry of the audit log says about an action. */
export type AuditedAction = Pick<AdminEntry, 'action' | 'target' | 'reason' | 'before' | 'after'>;

/** @param companyId empty for an action on the whole deployment */
export const auditEntry = ({ actor, now }: Acting, companyId: string, action: AuditedAction): AdminEntry => ({
  kind: 'admin',
  companyId,
  receivedAt: now(),
  actor,
  ...action,
});
