import { setTimeout as wait } from 'node:timers/promises';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { ServiceError } from '../../../shared/domain/service-error.ts';
import { chooseLanguage } from '../../../shared/http/choose-language.ts';
import { gatewayResponses, toResult } from '../../../shared/http/gateway-responses.ts';
import { toErrorResponse, toGatewayResponse } from '../../../shared/http/response.ts';
import type { FaultKind, FaultRates } from '../fault-rates.ts';
import type { FunctionHandler } from './call-function.ts';

/** Thrown after the function has returned, so that the caller gets no response. */
export class LostResponseError extends Error {
  readonly code = 'lost_response';
}

const SLOW_MILLISECONDS = 3_000;
const RETRY_AFTER_SECONDS = '1';

/** @param draw a number from 0 (inclusive) to 100 (exclusive) */
const pickFault = (rates: FaultRates, draw: number): FaultKind | undefined => {
  let limit = 0;
  for (const [kind, rate] of Object.entries(rates)) {
    limit += rate;
    if (draw < limit) return kind as FaultKind;
  }
  return undefined;
};

const unavailable = (event: APIGatewayProxyEventV2): APIGatewayProxyStructuredResultV2 => {
  const { requestId } = event.requestContext;
  const error = new ServiceError('dependency_unavailable', 'a fault simulated by the setting FAULTS');
  return toGatewayResponse(toErrorResponse(error, requestId, chooseLanguage(event)), requestId);
};

const throttled = (): APIGatewayProxyStructuredResultV2 => {
  const result = toResult(gatewayResponses.tooManyRequests);
  return { ...result, headers: { ...result.headers, 'retry-after': RETRY_AFTER_SECONDS } };
};

export interface FaultOptions {
  readonly rates: FaultRates;
  readonly onFault: (functionName: string, kind: FaultKind) => void;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random?: () => number;
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
}

/** Wraps a function with simulated faults at the given rates, so that integrators can test their retries. */
export const withFaults = (
  functionName: string,
  handler: FunctionHandler,
  { rates, onFault, random = Math.random, sleep = wait }: FaultOptions,
): FunctionHandler => {
  return async (event, context) => {
    const fault = pickFault(rates, random() * 100);
    if (fault) onFault(functionName, fault);
    if (fault === '503') return unavailable(event);
    if (fault === '429') return throttled();
    const result = await handler(event, context);
    if (fault === 'slow') await sleep(SLOW_MILLISECONDS);
    if (fault === 'lost') throw new LostResponseError('the response is lost because of the setting FAULTS');
    return result;
  };
};
