import { ServiceError } from '../../shared/domain/service-error.ts';
import type { Caller } from '../../shared/domain/tokens.ts';
import type { ApiRequest } from '../../shared/http/api-request.ts';
import { chooseLanguage } from '../../shared/http/choose-language.ts';
import { countsOf, readRejected } from '../../shared/http/checkin-fields.ts';
import type { AddToLogLine } from '../../shared/http/request-log-line.ts';
import { inLanguage, type HttpResponse } from '../../shared/http/response.ts';
import { describeCheckin, describeDryRun, type Language } from '../../shared/messages/messages.ts';
import type { ReceivedRequest } from '../../shared/use-cases/checkin/checkin-request.ts';
import type { CheckinDetails } from '../../shared/use-cases/checkin/near-bookings.ts';
import {
  checkInUser,
  logRejected,
  tryCheckin,
  type CheckinDependencies as UseCaseDependencies,
} from '../../shared/use-cases/checkin/perform-checkin.ts';
import type { CheckinResponse } from './response.ts';
import { parseCheckin } from './request.ts';

interface CheckinDependencies extends UseCaseDependencies {
  readonly caller: Caller;
  readonly log: AddToLogLine;
  readonly now: () => number;
  readonly maxFutureMinutes: number;
}

const toResponse = (
  message: string,
  checkinCount: number,
  details: CheckinDetails | undefined,
  language: Language,
): HttpResponse => ({
  statusCode: 200,
  body: { statusCode: 200, message, checkinCount, ...details } satisfies CheckinResponse,
  headers: inLanguage(language),
});

/** Logs an invalid request if its only fault is an identifier. @throws ServiceError */
const parseOrLog = async (
  request: ApiRequest,
  received: ReceivedRequest,
  { maxFutureMinutes, ...dependencies }: UseCaseDependencies & Pick<CheckinDependencies, 'maxFutureMinutes'>,
): Promise<ReturnType<typeof parseCheckin>> => {
  try {
    return parseCheckin(request, { receivedAt: received.receivedAt, maxFutureMinutes });
  } catch (error) {
    await logRejected(received, readRejected(request.body, error), dependencies);
    throw error;
  }
};

/** POST /scheduling/checkin: checks in a user of the caller's company. */
export const checkin = async (
  request: ApiRequest,
  { caller, log, now, maxFutureMinutes, ...dependencies }: CheckinDependencies,
): Promise<HttpResponse> => {
  const receivedAt = now();
  const received = { caller, requestId: request.requestContext.requestId, receivedAt };
  const { isDryRun, ...command } = await parseOrLog(request, received, { ...dependencies, maxFutureMinutes });
  const language = chooseLanguage(request);
  const attempt = { ...command, ...received };
  if (isDryRun) {
    const explained = await tryCheckin(attempt, dependencies).catch((error: unknown) => {
      // Dry runs leave no entry in the check-in log, so only this count shows that a client is guessing ids.
      if (error instanceof ServiceError && error.code === 'user_not_found') log({ counts: { DryRunsFoundNobody: 1 } });
      throw error;
    });
    const message = describeDryRun(explained, language);
    return toResponse(message, explained.checkinCount, explained.details, language);
  }
  const result = await checkInUser(attempt, dependencies);
  const { checkinCount, details } = result;
  log({ fields: { checkinCount }, counts: countsOf(result) });
  return toResponse(describeCheckin(result, language), checkinCount, details, language);
};
