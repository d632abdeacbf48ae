import type { Bearer, VerifyToken } from '../../shared/domain/tokens.ts';
import { inLanguage, type Answer } from '../../shared/http/answer.ts';
import type { ApiRequest } from '../../shared/http/api-request.ts';
import { chooseLanguage } from '../../shared/http/choose-language.ts';
import { readBearer } from '../../shared/http/read-bearer.ts';
import type { Note, Report } from '../../shared/http/report.ts';
import { checkInUser, type CheckinResult, type CheckinStores } from '../../shared/use-cases/checkin/perform-checkin.ts';
import { describeCheckin } from './describe-checkin.ts';
import { parseCheckin } from './request.ts';

export interface CheckinDependencies extends CheckinStores {
  readonly verify: VerifyToken<Bearer>;
  readonly note: Note;
  readonly now: () => number;
}

const countsOf = ({ checkinCount, checkedInSince, isRepeated }: CheckinResult): NonNullable<Report['counts']> => {
  if (isRepeated) return {};
  if (checkinCount > 0) return { CheckinsPerformed: checkinCount };
  return checkedInSince === undefined ? { ZeroCheckinsNothingOpen: 1 } : { ZeroCheckinsAlreadyCheckedIn: 1 };
};

/** POST /scheduling/checkin: checks a user of the caller's company in. */
export const checkin = async (
  request: ApiRequest,
  { verify, note, now, ...stores }: CheckinDependencies,
): Promise<Answer> => {
  const receivedAt = now();
  const bearer = await verify(readBearer(request));
  note({ fields: { ...bearer } });
  const command = parseCheckin(request);
  const { requestId } = request.requestContext;
  const result = await checkInUser({ ...command, bearer, requestId, receivedAt }, stores);
  const { checkinCount } = result;
  note({ fields: { checkinCount }, counts: countsOf(result) });
  const language = chooseLanguage(request);
  const message = describeCheckin(result, language.messages);
  return { statusCode: 200, body: { statusCode: 200, message, checkinCount }, headers: inLanguage(language) };
};
