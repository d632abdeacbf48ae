import type { AdminEntry } from './audit-entry.ts';
import { defined } from './defined.ts';
import { eventId, subjectOf, type ServiceEvent } from './service-event.ts';

/** Matches e-mail addresses, because an AWS session name or a subject can be one. */
const ADDRESS = /[^\s/:@]+@[^\s/:@]+\.[^\s/:@]+/g;

const withoutAddresses = <Value extends string | number>(value: Value): Value =>
  (typeof value === 'string' ? value.replaceAll(ADDRESS, '…') : value) as Value;

/** @param key identifies the entry in the log */
export const toAuditEvent = (
  { companyId, receivedAt, actor, action, target, changed }: AdminEntry,
  ...key: readonly string[]
): ServiceEvent<'audit.recorded'> => {
  const id = eventId('audit.recorded', ...key);
  const ids = Object.entries(defined(target)) as [string, string | number][];
  return {
    type: 'audit.recorded',
    id,
    subject: subjectOf(companyId, 'audit', id),
    time: receivedAt,
    data: {
      companyId,
      action,
      actor: { through: actor.through, id: withoutAddresses(actor.id) },
      target: Object.fromEntries(ids.map(([name, value]) => [name, withoutAddresses(value)])),
      changed,
    },
  };
};
