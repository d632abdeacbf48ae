import { clientSilent, secretExpiringSoon } from '../../shared/domain/credential-events.ts';
import type { ClientNotice } from '../../shared/domain/client-watch.ts';
import { formatDateTime, formatOptional } from '../../shared/domain/instant.ts';
import type { EventBus, ServiceEvent } from '../../shared/domain/service-event.ts';
import type { MetricName } from '../../shared/metric-names.ts';
import type { OperatorLog } from '../../shared/operator-log.ts';

interface NotifierDependencies {
  readonly log: Pick<OperatorLog, 'warn' | 'info' | 'count'>;
  /** Undefined: the deployment has no event bus. */
  readonly events?: EventBus | undefined;
  readonly now: () => number;
}

const counts = {
  silent: 'ClientsSilent',
  back: 'ClientsBack',
  'secret-ends': 'SecretsEnding',
} as const satisfies Record<ClientNotice['kind'], MetricName>;

const toEvent = (notice: ClientNotice, now: number): ServiceEvent | undefined => {
  const { companyId, clientId, lastSeenAt } = notice.client;
  switch (notice.kind) {
    case 'silent':
      return clientSilent({ companyId, clientId, lastSeenAt, silentAfterHours: notice.silentAfterHours }, now);
    case 'secret-ends': {
      const { secretId, endsAt, withinDays } = notice;
      return secretExpiringSoon({ companyId, clientId, secretId, endsAt, withinDays }, now);
    }
    case 'back':
      return undefined;
  }
};

const describe = (notice: ClientNotice) => {
  const { companyId, clientId, lastSeenAt } = notice.client;
  return {
    companyId,
    clientId,
    lastSeenAt: formatOptional(lastSeenAt),
    ...(notice.kind === 'silent' && { silentAfterHours: notice.silentAfterHours }),
    ...(notice.kind === 'secret-ends' && {
      secretId: notice.secretId,
      endsAt: formatDateTime(notice.endsAt),
      withinDays: notice.withinDays,
    }),
  };
};

const messages = { silent: 'client silent', back: 'client back', 'secret-ends': 'secret ends' } as const;

/** Sends a notice: as an event if there is a bus, as a log line, and as a metric with an alarm. @throws if the bus rejects it */
export const makeNotifier =
  ({ log, events, now }: NotifierDependencies) =>
  async (notice: ClientNotice): Promise<void> => {
    const event = toEvent(notice, now());
    const [failed] = event && events ? await events.publish([event]) : [];
    if (failed) throw failed.error;
    log.count(counts[notice.kind]);
    log[notice.kind === 'back' ? 'info' : 'warn'](messages[notice.kind], describe(notice));
  };
