import type { ChangedBy } from '../../domain/audit-entry.ts';
import { formatDateTime } from '../../domain/instant.ts';

/** Formats `changedBy.at` in RFC 3339, UTC. */
export const viewChangedBy = <Changed extends { readonly changedBy?: ChangedBy }>({
  changedBy,
  ...record
}: Changed) => ({
  ...record,
  ...(changedBy && { changedBy: { ...changedBy, at: formatDateTime(changedBy.at) } }),
});
