import { isUseStale, type ApiClientStore, type ClientUse } from '../../domain/api-client.ts';

interface Recording {
  readonly clients: Pick<ApiClientStore, 'recordLastUsed'>;
  readonly now: () => number;
}

/** Records a log-in or refresh, at most hourly. A failure is ignored, because nothing depends on the recorded time. */
export const recordUse = async (use: ClientUse, { clients, now }: Recording): Promise<void> => {
  if (isUseStale(use, now())) await clients.recordLastUsed(use, now()).catch(() => undefined);
};
