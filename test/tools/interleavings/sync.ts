import { sync } from '../../../functions/sync/sync.ts';
import type { ApiRequest } from '../../../shared/http/api-request.ts';
import { auditImport } from '../../../shared/use-cases/import/audit-import.ts';
import { makeBookingImporter } from '../../../shared/use-cases/import/booking-records.ts';
import { makeAuditedUserImporter } from '../../../shared/use-cases/import/user-records.ts';
import type { Actor } from './actor.ts';
import { caller, company, gate } from './company.ts';

/** A booking or HR system that sends POST /sync/…. The value of an attempt is the outcomes of the items. */
export const syncing = (
  name: string,
  kind: 'users' | 'bookings',
  items: readonly object[],
  more: Partial<Actor> = {},
): Actor => ({
  name,
  retries: true,
  isAudited: true,
  changes: (outcomes) =>
    (outcomes as readonly string[]).filter((outcome) => outcome === 'written' || outcome === 'deleted').length,
  request: async ({ requestId, now, access, users, bookings, log }) => {
    const by = { actor: { through: 'sync', id: gate.clientId }, requestId, now, log } as const;
    const importer =
      kind === 'users'
        ? makeAuditedUserImporter({ ...by, users, bookings, importId: requestId }, company)
        : makeBookingImporter({ users, bookings, now, by }, { companyId: company });
    const importerFor = () => auditImport(by, importer, { action: `${kind}.sync`, importId: requestId, part: 0 });
    const request = { body: { items } } as unknown as ApiRequest;
    const { body } = await sync(request, { caller, clients: access, importerFor, log: () => undefined });
    return (body as { readonly items: readonly { readonly outcome: string }[] }).items.map(({ outcome }) => outcome);
  },
  ...more,
});
