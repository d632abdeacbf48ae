import { checkinSettings, connectCheckins } from '../../shared/adapters/connect-checkins.ts';
import { makeApiFunction } from '../../shared/http/api-function.ts';
import { authorizeBearer } from '../../shared/http/api-request.ts';
import { MAX_BODY_BYTES } from '../../shared/rules/fields.ts';
import { makeLogWriter } from '../../shared/use-cases/checkin/checkin-log.ts';
import { readSettings } from '../../shared/settings.ts';
import { checkin } from './checkin.ts';

const settings = readSettings(process.env, [...checkinSettings, 'maxFutureMinutes']);
const { maxFutureMinutes } = settings;
const { verify, checkinLog, storesFor } = connectCheckins(settings);
const authorize = authorizeBearer(verify);

export const handler = makeApiFunction({
  name: 'checkin',
  authorize,
  maxBodyBytes: MAX_BODY_BYTES,
  operation: (request, { signal, log, caller }) => {
    const logWriter = makeLogWriter(checkinLog, () => log({ counts: { CheckinLogFailed: 1 } }));
    return checkin(request, { caller, ...storesFor(signal), logWriter, log, now: Date.now, maxFutureMinutes });
  },
});
