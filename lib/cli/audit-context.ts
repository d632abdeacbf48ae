import type { AdminLog } from '../../shared/domain/activity-log.ts';
import type { Actor } from '../../shared/domain/actor.ts';
import type { Instant } from '../../shared/domain/instant.ts';
import type { Session } from './session.ts';

/** The actor of a change, and the log that records it. */
export interface AuditContext {
  readonly adminLog: AdminLog;
  readonly actor: Actor;
  readonly now: () => Instant;
}

/** The dependencies of a use case that changes something, in addition to its stores. */
export const openAudit = async ({ log, findActor, now }: Session): Promise<AuditContext> => ({
  adminLog: log,
  actor: await findActor(),
  now,
});
