import { setTimeout as wait } from 'node:timers/promises';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { toOAuthErrorResponse } from '../../../functions/auth/oauth-error.ts';
import { ServiceError } from '../../../shared/domain/service-error.ts';
import { NO_STORE } from '../../../shared/http/api-function.ts';
import { chooseLanguage } from '../../../shared/http/choose-language.ts';
import { gatewayResponses, toResult } from '../../../shared/http/gateway-responses.ts';
import { toErrorResponse, toGatewayResponse } from '../../../shared/http/response.ts';
import { routeKeyOf } from '../../../shared/routes.ts';
import { CannotStartError } from '../cannot-start-error.ts';
import type { FunctionHandler } from './call-function.ts';

/** The faults and their effects. */
export const faultTexts = {
  '503': 'the request is not performed, and the response is 503 with Retry-After',
  '429': 'the request is not performed, and the response is 429, as from API Gateway for a throttled request',
  lost: 'the request is performed, and the connection is closed without a response',
  slow: 'the response is delayed by 3 s',
} as const;

export type FaultKind = keyof typeof faultTexts;

/** The percentage of requests with each fault. The other requests have none. */
export type FaultRates = Readonly<Partial<Record<FaultKind, number>>>;

const ENTRY = /^\s*(?<kind>[^:\s]+)\s*:\s*(?<percent>\d{1,3}(?:\.\d{1,3})?)%\s*$/;

const isFaultKind = (kind: string): kind is FaultKind => Object.hasOwn(faultTexts, kind);

const invalidFaults = (value: string, problem: string): CannotStartError => {
  const kinds = Object.keys(faultTexts).join(', ');
  return new CannotStartError(
    `FAULTS is "${value}": ${problem}. Write each fault with its percentage of the requests, such as 503:10%,lost:5%. ` +
      `The faults are ${kinds}; name each at most once, with at most 100% in total.`,
  );
};

/**
 * Reads the setting `FAULTS`, such as `503:10%,lost:5%,slow:20%,429:2%`.
 * @throws CannotStartError that says what is wrong and what is allowed.
 */
export const parseFaults = (value: string): FaultRates => {
  const rates: Partial<Record<FaultKind, number>> = {};
  for (const entry of value.split(',')) {
    const { kind = '', percent = '' } = ENTRY.exec(entry)?.groups ?? {};
    if (kind === '') throw invalidFaults(value, `"${entry.trim()}" is not a fault with a percentage`);
    if (!isFaultKind(kind)) throw invalidFaults(value, `there is no fault "${kind}"`);
    if (rates[kind] !== undefined) throw invalidFaults(value, `${kind} is named twice`);
    rates[kind] = Number(percent);
  }
  const total = Object.values(rates).reduce((sum, rate) => sum + rate, 0);
  // Decimals do not add up exactly.
  if (total > 100 + 1e-9) throw invalidFaults(value, 'that is more than 100% in total');
  return rates;
};

/** Thrown after the function has returned, so that the caller gets no response. */
export class LostResponseError extends Error {
  readonly code = 'lost_response';
}

const SLOW_MILLISECONDS = 3_000;

/** @param draw a number from 0 (inclusive) to 100 (exclusive) */
const pickFault = (rates: FaultRates, draw: number): FaultKind | undefined => {
  let limit = 0;
  for (const [kind, rate] of Object.entries(rates)) {
    limit += rate;
    if (draw < limit) return kind as FaultKind;
  }
  return undefined;
};

/** The headers with which the functions `auth` and `refresh` respond. */
const tokenHeaders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [routeKeyOf('auth')]: NO_STORE,
  [routeKeyOf('refresh')]: NO_STORE,
  [routeKeyOf('jwks')]: NO_STORE,
  [routeKeyOf('oauthMetadata')]: NO_STORE,
  [routeKeyOf('oauthToken')]: { ...NO_STORE, Pragma: 'no-cache' },
};

const unavailable = (event: APIGatewayProxyEventV2): APIGatewayProxyStructuredResultV2 => {
  const { routeKey, requestContext } = event;
  const { requestId } = requestContext;
  const error = new ServiceError('dependency_unavailable', 'a fault simulated by the setting FAULTS');
  const isOAuth = routeKey === routeKeyOf('oauthToken');
  const response = isOAuth ? toOAuthErrorResponse(error) : toErrorResponse(error, requestId, chooseLanguage(event));
  return toGatewayResponse({ ...response, headers: { ...tokenHeaders[routeKey], ...response.headers } }, requestId);
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
    if (fault === '429') return toResult(gatewayResponses.tooManyRequests);
    const result = await handler(event, context);
    if (fault === 'slow') await sleep(SLOW_MILLISECONDS);
    if (fault === 'lost') throw new LostResponseError('the response is lost because of the setting FAULTS');
    return result;
  };
};
