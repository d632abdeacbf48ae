import { checkinSettings, connectCheckins } from '../../shared/adapters/connect-checkins.ts';
import { makeApiFunction } from '../../shared/http/api-function.ts';
import { batchDeadline } from '../../shared/http/deadline.ts';
import { MAX_LIST_BODY_BYTES } from '../../shared/rules/byte-limits.ts';
import { readSettings } from '../../shared/settings.ts';
import { checkinBatch } from './batch.ts';

const settings = readSettings(process.env, [...checkinSettings, 'maxFutureMinutes']);
const { maxFutureMinutes } = settings;
const { verify, activityLog, storesFor } = connectCheckins(settings);

export const handler = makeApiFunction({
  name: 'batch',
  maxBodyBytes: MAX_LIST_BODY_BYTES,
  deadline: batchDeadline,
  operation: (request, { signal, log }) => {
    const onLogFailed = () => log({ counts: { ActivityLogFailed: 1 } });
    return checkinBatch(request, {
      verify,
      ...storesFor(signal),
      activityLog,
      onLogFailed,
      log,
      now: Date.now,
      maxFutureMinutes,
    });
  },
});
