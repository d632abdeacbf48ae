import { isUseStale, type ApiClientStore, type ClientUse } from '../../domain/api-client.ts';

interface Recording {
  readonly clients: Pick<ApiClientStore, 'recordLastUsed'>;
  readonly now: () => number;
}

/**
 * Records that a client logged in or refreshed, at most hourly, beside the work that the response waits for. A failure is ignored:
 * nothing depends on the recorded time.
 */
export const recordUse = async (use: ClientUse, { clients, now }: Recording): Promise<void> => {
  if (isUseStale(use, now())) await clients.recordLastUsed(use, now()).catch(() => undefined);
};
