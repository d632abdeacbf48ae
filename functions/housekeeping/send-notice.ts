import { toNoticeEvent, type EventBus } from '../../shared/domain/service-event.ts';
import type { ClientNotice } from '../../shared/domain/client-watch.ts';
import { formatOptional } from '../../shared/domain/instant.ts';
import type { MetricName } from '../../shared/metric-names.ts';
import type { Logger } from '../../shared/logger.ts';

interface NotifierDependencies {
  readonly log: Pick<Logger, 'warn' | 'info' | 'count'>;
  /** Undefined if the deployment has no event bus. */
  readonly events?: EventBus | undefined;
  readonly now: () => number;
}

const reports = {
  silent: { metric: 'ClientsSilent', level: 'warn', message: 'client silent' },
  back: { metric: 'ClientsBack', level: 'info', message: 'client back' },
  'secret-ends': { metric: 'SecretsEnding', level: 'warn', message: 'secret ends' },
} as const satisfies Record<ClientNotice['kind'], { metric: MetricName; level: keyof Logger; message: string }>;

/** Sends a notice as an event, if there is a bus, and logs and counts it. @throws if the bus rejects the event */
export const makeNotifier =
  ({ log, events, now }: NotifierDependencies) =>
  async (notice: ClientNotice): Promise<void> => {
    const event = toNoticeEvent(notice, now());
    const [failed] = event && events ? await events.publish([event]) : [];
    if (failed) throw failed.error;
    const { metric, level, message } = reports[notice.kind];
    log.count(metric);
    const { companyId, clientId, lastSeenAt } = notice.client;
    log[level](message, { companyId, clientId, lastSeenAt: formatOptional(lastSeenAt), ...event?.data });
  };
