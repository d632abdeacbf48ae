import { checkinSettings, connectCheckins } from '../../shared/adapters/connect-checkins.ts';
import { makeApiFunction } from '../../shared/http/api-function.ts';
import { authorizeBearer } from '../../shared/http/api-request.ts';
import { batchDeadline } from '../../shared/rules/deadline.ts';
import { MAX_LIST_BODY_BYTES } from '../../shared/rules/fields.ts';
import { readSettings } from '../../shared/settings.ts';
import { checkinBatch } from './batch.ts';

const settings = readSettings(process.env, [...checkinSettings, 'maxFutureMinutes']);
const { maxFutureMinutes } = settings;
const { verify, checkinLog, storesFor } = connectCheckins(settings);
const authorize = authorizeBearer(verify);

export const handler = makeApiFunction({
  name: 'batch',
  deadline: batchDeadline,
  authorize,
  maxBodyBytes: MAX_LIST_BODY_BYTES,
  operation: (request, { signal, log, caller }) => {
    // Passes `checkinLog` itself, not a writer for one request, because the entries of all items are written together.
    const onLogFailed = () => log({ counts: { CheckinLogFailed: 1 } });
    return checkinBatch(request, {
      caller,
      ...storesFor(signal),
      checkinLog,
      onLogFailed,
      log,
      now: Date.now,
      maxFutureMinutes,
    });
  },
});
