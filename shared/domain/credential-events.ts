import { formatDateTime, formatOptional, type Instant } from './instant.ts';
import { eventId, subjectOf, type EventData, type ServiceEvent } from './service-event.ts';

/** Each period of silence has its own event id, which stays the same however often the check runs. */
export const clientSilent = (
  { lastSeenAt, ...client }: Omit<EventData['client.silent'], 'lastSeenAt'> & { readonly lastSeenAt?: Instant },
  now: Instant,
): ServiceEvent<'client.silent'> => ({
  type: 'client.silent',
  id: eventId('client.silent', client.clientId, lastSeenAt ?? ''),
  subject: subjectOf(client.companyId, 'clients', client.clientId),
  time: now,
  data: { ...client, lastSeenAt: formatOptional(lastSeenAt) },
});

/** Each pair of `endsAt` and `withinDays` has its own event id, which stays the same however often the check runs. */
export const secretExpiringSoon = (
  { endsAt, ...secret }: Omit<EventData['secret.expires'], 'endsAt'> & { readonly endsAt: Instant },
  now: Instant,
): ServiceEvent<'secret.expires'> => ({
  type: 'secret.expires',
  id: eventId('secret.expires', secret.clientId, secret.secretId, endsAt, secret.withinDays),
  subject: subjectOf(secret.companyId, 'clients', secret.clientId),
  time: now,
  data: { ...secret, endsAt: formatDateTime(endsAt) },
});
