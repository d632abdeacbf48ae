import { isUseStale, type ApiClientStore, type ClientUse, type ApiClient } from '../../domain/api-client.ts';
import pMap from 'p-map';
import { reviewClient, type ClientNotice, type ClientReviewStore } from '../../domain/client-watch.ts';

interface Recording {
  readonly clients: Pick<ApiClientStore, 'recordLastUsed'>;
  readonly now: () => number;
}

/** Records a log-in or refresh, at most hourly. A failure is ignored, because nothing depends on the recorded time. */
export const recordUse = async (use: ClientUse, { clients, now }: Recording): Promise<void> => {
  if (isUseStale(use, now())) await clients.recordLastUsed(use, now()).catch(() => undefined);
};

interface ReviewDependencies {
  readonly clients: ClientReviewStore;
  /** Sends a notice. If this fails, the client is not marked as notified, so the next run sends the notice again. */
  readonly tell: (notice: ClientNotice) => Promise<void>;
  readonly now: () => number;
}

const CLIENTS_AT_ONCE = 10;

/**
 * Sends the notices that are due. A notice is sent before its client is marked as notified, so an interrupted run can cause a
 * repeated notice, but never a lost one.
 * @returns the number of clients
 */
export const reviewClients = async ({ clients, tell, now }: ReviewDependencies): Promise<number> => {
  const startedAt = now();
  let reviewed = 0;
  const review = async (before: ApiClient): Promise<void> => {
    const { client, notices } = reviewClient(before, startedAt);
    for (const notice of notices) await tell(notice);
    if (notices.length > 0) await clients.mark(before, client);
  };
  for await (const page of clients.list()) {
    await pMap(page, review, { concurrency: CLIENTS_AT_ONCE });
    reviewed += page.length;
  }
  return reviewed;
};
