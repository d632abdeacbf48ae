import type { AdminEntry } from './audit-entry.ts';
import { eventId, subjectOf, type ServiceEvent } from './service-event.ts';

/** An AWS session or a member's subject can be an e-mail address. */
const ADDRESS = /[^\s/:@]+@[^\s/:@]+\.[^\s/:@]+/g;

const withoutAddresses = <Value extends string | number>(value: Value): Value =>
  (typeof value === 'string' ? value.replaceAll(ADDRESS, '…') : value) as Value;

const isPresent = (member: [string, string | number | undefined]): member is [string, string | number] =>
  member[1] !== undefined;

/**
 * The event of an entry of the audit log: who did what to which thing, by ids.
 * @param key identifies the entry in the log
 */
export const toAuditEvent = (
  { companyId, receivedAt, actor, action, target, changed }: AdminEntry,
  ...key: readonly string[]
): ServiceEvent<'audit.recorded'> => {
  const id = eventId('audit.recorded', ...key);
  const members = Object.entries(target).filter(isPresent);
  return {
    type: 'audit.recorded',
    id,
    subject: subjectOf(companyId, 'audit', id),
    time: receivedAt,
    data: {
      companyId,
      action,
      actor: { through: actor.through, id: withoutAddresses(actor.id) },
      target: Object.fromEntries(members.map(([name, value]) => [name, withoutAddresses(value)])),
      changed,
    },
  };
};
