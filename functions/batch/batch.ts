import { authorize } from '../../shared/domain/authorize-caller.ts';
import { checkinCode } from '../../shared/domain/checkin.ts';
import type { Caller } from '../../shared/domain/tokens.ts';
import type { ApiRequest } from '../../shared/http/api-request.ts';
import { countsOf, type ServiceClock } from '../../shared/http/checkin-fields.ts';
import { chooseLanguage } from '../../shared/http/choose-language.ts';
import type { AddToLogLine } from '../../shared/http/request-log-line.ts';
import { inLanguage, toErrorResponse, type HttpResponse } from '../../shared/http/response.ts';
import { describeCheckin, type Language } from '../../shared/messages/messages.ts';
import { formatText } from '../../shared/rules/format-text.ts';
import {
  checkInBatch,
  type BatchDependencies,
  type BatchOutcome,
} from '../../shared/use-cases/checkin/perform-batch.ts';
import type { BatchItemResponse, BatchResponse } from './response.ts';
import { parseBatch } from './request.ts';

interface BatchOperationDependencies extends BatchDependencies {
  readonly caller: Caller;
  readonly log: AddToLogLine;
  readonly now: () => number;
  readonly maxFutureMinutes: number;
}

/** Makes an item of the response. A failed item has the same message as a failed single request. */
const toItem = (
  key: string | undefined,
  outcome: BatchOutcome,
  requestId: string,
  language: Language,
): BatchItemResponse => {
  if ('error' in outcome) {
    const { requestId: _, ...body } = toErrorResponse(outcome.error, requestId, language).body;
    return { key: key ?? null, ...body };
  }
  const { result } = outcome;
  const message = describeCheckin(result, language);
  return { key: key ?? null, statusCode: 200, code: checkinCode(result), message, checkinCount: result.checkinCount };
};

/** Authorises the caller before reporting what is wrong with an invalid batch. @throws ServiceError */
const parseOrAuthorize = async (
  request: ApiRequest,
  clock: ServiceClock,
  { caller, clients }: Pick<BatchOperationDependencies, 'caller' | 'clients'>,
): Promise<ReturnType<typeof parseBatch>> => {
  try {
    return parseBatch(request, clock);
  } catch (error) {
    await authorize(clients, caller, 'checkin');
    throw error;
  }
};

/** POST /scheduling/checkin/batch: performs the check-ins of a reader that was offline. */
export const checkinBatch = async (
  request: ApiRequest,
  { caller, log, now, maxFutureMinutes, ...dependencies }: BatchOperationDependencies,
): Promise<HttpResponse> => {
  const receivedAt = now();
  const parsed = await parseOrAuthorize(request, { receivedAt, maxFutureMinutes }, { caller, ...dependencies });
  const { requestId } = request.requestContext;
  const batch = { items: parsed.map(({ item }) => item), caller, requestId, receivedAt };
  const outcomes = await checkInBatch(batch, dependencies);
  const results = outcomes.flatMap((outcome) => ('result' in outcome ? [outcome.result] : []));
  const checkinCount = results.reduce((sum, result) => sum + result.checkinCount, 0);
  log({ fields: { items: parsed.length, checkinCount } });
  for (const result of results) log({ counts: countsOf(result) });
  const language = chooseLanguage(request);
  const message = formatText(language.tag, language.messages.checkin.batchDone, {
    performed: results.length,
    items: parsed.length,
  });
  const items = outcomes.map((outcome, index) => toItem(parsed[index]?.key, outcome, requestId, language));
  const body = { statusCode: 200, message, items } satisfies BatchResponse;
  return { statusCode: 200, body, headers: inLanguage(language) };
};
