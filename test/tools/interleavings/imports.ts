import { sync } from '../../../functions/sync/sync.ts';
import type { Acting } from '../../../shared/domain/audit-entry.ts';
import type { ApiRequest } from '../../../shared/http/api-request.ts';
import { auditImport, type AuditedImporter } from '../../../shared/use-cases/import/audit-import.ts';
import { makeBookingImporter } from '../../../shared/use-cases/import/booking-records.ts';
import { makeAuditedUserImporter } from '../../../shared/use-cases/import/user-records.ts';
import type { Actor, Context } from './actor.ts';
import { administrator, caller, company, gate } from './company.ts';

type Kind = 'users' | 'bookings';
type Outcomes = readonly { readonly outcome: string }[];

/** The caller's address. */
export const requestContext = { http: { sourceIp: '192.0.2.7' } };

const importerOf = (
  { users, bookings, log }: Context,
  kind: Kind,
  by: Acting & { readonly requestId: string },
): Parameters<typeof auditImport>[1] =>
  kind === 'users'
    ? makeAuditedUserImporter({ ...by, users, bookings, log, importId: by.requestId }, company)
    : makeBookingImporter({ users, bookings, now: by.now, by }, { companyId: company });

const actorOf = (name: string, request: Actor['request'], more: Partial<Actor>): Actor => ({
  name,
  retries: true,
  isAudited: true,
  // If a different request changes the item before the SDK retries a write, the retry writes again. These are two changes.
  changes: (outcomes, changesMade) => {
    const done = (outcomes as Outcomes).filter(({ outcome }) => outcome === 'written' || outcome === 'deleted').length;
    return done === 0 ? 0 : Math.max(done, changesMade);
  },
  request,
  ...more,
});

/** A booking or HR system that sends POST /sync/…. The value of an attempt is the outcome of each item. */
export const syncing = (name: string, kind: Kind, items: readonly object[], more: Partial<Actor> = {}): Actor =>
  actorOf(
    name,
    async (context) => {
      const { requestId, now, access, log } = context;
      const by = { actor: { through: 'sync', id: gate.clientId }, requestId, now } as const;
      const importerFor = (_: unknown, source: Readonly<Record<string, string | number>>): AuditedImporter =>
        auditImport({ ...by, log }, importerOf(context, kind, by), {
          action: `${kind}.sync`,
          importId: requestId,
          part: 0,
          source,
        });
      const request = { body: { items } } as unknown as ApiRequest;
      const from = { ...caller, sourceIp: requestContext.http.sourceIp };
      const { body } = await sync(request, { caller: from, clients: access, importerFor, log: () => undefined });
      return (body as { readonly items: Outcomes }).items;
    },
    more,
  );

/** An administrator who imports records. The value of an attempt is the outcome of each record. */
export const importing = (name: string, kind: Kind, records: readonly object[], more: Partial<Actor> = {}): Actor =>
  actorOf(
    name,
    async (context) => {
      const { requestId, now, log } = context;
      const by = { actor: administrator, requestId, now };
      const origin = {
        action: `${kind}.import`,
        importId: requestId,
        part: 0,
        source: { lines: records.length },
      } as const;
      const importer = auditImport({ ...by, log }, importerOf(context, kind, by), origin);
      const { outcomes, ...applied } = await importer.apply(records);
      if ('stoppedBy' in applied) throw applied.stoppedBy;
      await importer.finish();
      return outcomes;
    },
    more,
  );
