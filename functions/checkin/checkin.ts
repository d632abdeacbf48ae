import type { Caller, VerifyToken } from '../../shared/domain/tokens.ts';
import { inLanguage, type HttpResponse } from '../../shared/http/response.ts';
import type { ApiRequest } from '../../shared/http/api-request.ts';
import { chooseLanguage } from '../../shared/http/choose-language.ts';
import { readBearerToken } from '../../shared/http/read-bearer-token.ts';
import type { AddToLog, LogDetails } from '../../shared/http/log-details.ts';
import { checkInUser, type CheckinResult, type CheckinStores } from '../../shared/use-cases/checkin/perform-checkin.ts';
import { describeCheckin } from '../../shared/messages/describe-checkin.ts';
import { parseCheckin } from './request.ts';

export interface CheckinDependencies extends CheckinStores {
  readonly verify: VerifyToken<Caller>;
  readonly log: AddToLog;
  readonly now: () => number;
}

const countsOf = ({ checkinCount, checkedInSince, isRepeated }: CheckinResult): NonNullable<LogDetails['counts']> => {
  if (isRepeated) return {};
  if (checkinCount > 0) return { CheckinsPerformed: checkinCount };
  return checkedInSince === undefined ? { ZeroCheckinsNothingOpen: 1 } : { ZeroCheckinsAlreadyCheckedIn: 1 };
};

/** POST /scheduling/checkin: checks a user of the caller's company in. */
export const checkin = async (
  request: ApiRequest,
  { verify, log, now, ...stores }: CheckinDependencies,
): Promise<HttpResponse> => {
  const receivedAt = now();
  const caller = await verify(readBearerToken(request));
  log({ fields: { clientId: caller.clientId, companyId: caller.companyId } });
  const command = parseCheckin(request);
  const { requestId } = request.requestContext;
  const result = await checkInUser({ ...command, caller, requestId, receivedAt }, stores);
  const { checkinCount } = result;
  log({ fields: { checkinCount }, counts: countsOf(result) });
  const language = chooseLanguage(request);
  const message = describeCheckin(result, language.messages);
  return { statusCode: 200, body: { statusCode: 200, message, checkinCount }, headers: inLanguage(language) };
};
