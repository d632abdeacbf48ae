import { setTimeout as sleep } from 'node:timers/promises';
import { formatDateTime } from '../../../shared/domain/instant.ts';
import { faultsOfAnswer } from '../../support/api-answers.ts';
import type { Bench } from './bench.ts';
import { USER, type Company } from './company.ts';
import type { Swipe } from './history-plan.ts';
import type { SwipeAnswer } from './history-story.ts';

const ANSWER_MILLISECONDS = 6_000;

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Waits for the service while it is away. @returns an access token */
export const logIn = async ({ clientId, clientSecret }: Company, bench: Bench): Promise<string> => {
  for (;;) {
    try {
      const body = JSON.stringify({ clientId, clientSecret });
      const response = await fetch(`${await bench.url()}/auth`, { method: 'POST', headers: JSON_TYPE, body });
      const { accessToken } = (await response.json()) as { accessToken?: string };
      if (accessToken !== undefined) return accessToken;
    } catch {
      // The process may just have been killed.
    }
    await sleep(20);
  }
};

const toBody = ({ identifiers, at, notify }: Swipe): string =>
  JSON.stringify({
    ...Object.fromEntries(identifiers.map((name) => [name, USER[name]])),
    ...(at !== undefined && { date: formatDateTime(at) }),
    ...(notify && { notify }),
  });

export const send = async (swipe: Swipe, token: string, bench: Bench): Promise<SwipeAnswer> => {
  const url = `${await bench.url()}/scheduling/checkin`;
  const started = performance.now();
  const elapsed = (): number => performance.now() - started;
  const headers = {
    ...JSON_TYPE,
    Authorization: `Bearer ${token}`,
    ...(swipe.hasKey && { 'Idempotency-Key': swipe.name }),
  };
  try {
    const signal = AbortSignal.timeout(ANSWER_MILLISECONDS);
    const response = await fetch(url, { method: 'POST', headers, body: toBody(swipe), signal });
    const body = (await response.json()) as { checkinCount?: number };
    const { status } = response;
    const faults = faultsOfAnswer('POST', url, { status, headers: response.headers, body });
    const requestId = response.headers.get('x-request-id');
    return {
      status,
      milliseconds: elapsed(),
      faults,
      ...(requestId !== null && { requestId }),
      ...(status === 200 && { count: body.checkinCount ?? Number.NaN }),
    };
  } catch {
    return { milliseconds: elapsed(), faults: [] };
  }
};
