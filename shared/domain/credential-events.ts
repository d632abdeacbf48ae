import { formatDateTime, formatOptional, type Instant } from './instant.ts';
import { eventId, subjectOf, type ServiceEvent } from './service-event.ts';

interface SilentClient {
  readonly companyId: string;
  readonly clientId: string;
  readonly lastSeenAt?: Instant | undefined;
  readonly silentAfterHours: number;
}

/** One event per silence, however often the check runs. */
export const clientSilent = (
  { companyId, clientId, lastSeenAt, silentAfterHours }: SilentClient,
  now: Instant,
): ServiceEvent<'client.silent'> => ({
  type: 'client.silent',
  id: eventId('client.silent', clientId, lastSeenAt ?? ''),
  subject: subjectOf(companyId, 'clients', clientId),
  time: now,
  data: {
    companyId,
    clientId,
    lastSeenAt: formatOptional(lastSeenAt),
    silentAfterHours,
  },
});

interface ExpiringSecret {
  readonly companyId: string;
  readonly clientId: string;
  readonly secretId: string;
  readonly endsAt: Instant;
  readonly withinDays: number;
}

/** One event per end and notice (`withinDays`), however often the check runs. */
export const secretExpiringSoon = (
  { endsAt, ...secret }: ExpiringSecret,
  now: Instant,
): ServiceEvent<'secret.expires'> => ({
  type: 'secret.expires',
  id: eventId('secret.expires', secret.clientId, secret.secretId, endsAt, secret.withinDays),
  subject: subjectOf(secret.companyId, 'clients', secret.clientId),
  time: now,
  data: { ...secret, endsAt: formatDateTime(endsAt) },
});
