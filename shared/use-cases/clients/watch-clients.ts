import { isUseStale, type ApiClientStore, type ClientUse, type ApiClient } from '../../domain/api-client.ts';
import { attemptAll } from '../attempt-all.ts';
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

async function* eachOf<One>(pages: AsyncIterable<readonly One[]>): AsyncGenerator<One> {
  for await (const page of pages) yield* page;
}

/**
 * Sends the notices that are due. A notice is sent before its client is marked as notified, so an interrupted run can cause a
 * repeated notice, but never a lost one.
 * @returns the number of clients
 * @throws after all clients, if one of them could not be reviewed
 */
export const reviewClients = async ({ clients, tell, now }: ReviewDependencies): Promise<number> => {
  const startedAt = now();
  const review = async (before: ApiClient): Promise<void> => {
    const { client, notices } = reviewClient(before, startedAt);
    for (const notice of notices) await tell(notice);
    if (notices.length > 0) await clients.mark(before, client);
  };
  const reviewed = await attemptAll(eachOf(clients.list()), review, {
    concurrency: CLIENTS_AT_ONCE,
    nameOf: ({ clientId }) => `API client ${clientId}`,
  });
  return reviewed.length;
};
