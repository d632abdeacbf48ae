import type { Actor } from './actor.ts';
import type { Instant } from './instant.ts';

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
  /** In an entry about a user: the members that were changed. It stays when the user is removed; reason, before and after go. */
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
  readonly now: () => Instant;
}

/** The same for an action whose entry is not part of a transaction. */
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
