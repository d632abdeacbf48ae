import { setTimeout as sleep } from 'node:timers/promises';
import { formatDateTime } from '../../../shared/domain/instant.ts';
import { faultsOfAnswer } from '../../support/api-answers.ts';
import type { Bench } from './bench.ts';
import { users, type Company } from './company.ts';
import type { Swipe } from './history-plan.ts';
import type { SwipeResponse } from './history-record.ts';

/** The service responds within 3 s of its own time; a busy machine may take longer. */
const ANSWER_MILLISECONDS = 60_000;

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Waits while the service is unavailable. @returns an access token */
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

const toBody = ({ person, identifiers, at, notify }: Swipe) => ({
  ...Object.fromEntries(identifiers.map((name) => [name, users[person]?.[name]])),
  ...(at !== undefined && { date: formatDateTime(at) }),
  ...(notify && { notify }),
});

interface ItemBody {
  readonly statusCode?: number;
  readonly checkinCount?: number;
}

interface Answered<Body> {
  readonly answer: SwipeResponse;
  readonly body?: Body;
}

const post = async <Body extends object>(
  path: string,
  sent: object,
  headers: Readonly<Record<string, string>>,
  bench: Bench,
): Promise<Answered<Body>> => {
  const url = `${await bench.url()}${path}`;
  const started = performance.now();
  const elapsed = (): number => performance.now() - started;
  try {
    const signal = AbortSignal.timeout(ANSWER_MILLISECONDS);
    const init = { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(sent), signal };
    const response = await fetch(url, init);
    const body = (await response.json()) as Body;
    const { status } = response;
    const faults = faultsOfAnswer('POST', url, { status, headers: response.headers, body });
    const requestId = response.headers.get('x-request-id');
    return { answer: { status, milliseconds: elapsed(), faults, ...(requestId !== null && { requestId }) }, body };
  } catch {
    return { answer: { milliseconds: elapsed(), faults: [] } };
  }
};

const withCount = (answer: SwipeResponse, body: ItemBody | undefined): SwipeResponse => ({
  ...answer,
  ...(answer.status === 200 && { count: body?.checkinCount ?? Number.NaN }),
});

const send = async (swipe: Swipe, token: string, bench: Bench): Promise<SwipeResponse> => {
  const headers = { Authorization: `Bearer ${token}`, ...(swipe.hasKey && { 'Idempotency-Key': swipe.name }) };
  const { answer, body } = await post<ItemBody>('/scheduling/checkin', toBody(swipe), headers, bench);
  return withCount(answer, body);
};

/** Each swipe in its own request, in parallel. */
export const sendSingly = (swipes: readonly Swipe[], token: string, bench: Bench): Promise<SwipeResponse[]> =>
  Promise.all(swipes.map((swipe) => send(swipe, token, bench)));

/** All swipes in one batch. @returns the response to each; if the whole batch was refused or got no response, that */
export const sendBatch = async (swipes: readonly Swipe[], token: string, bench: Bench): Promise<SwipeResponse[]> => {
  const sent = { items: swipes.map((swipe) => ({ key: swipe.name, ...toBody(swipe) })) };
  const headers = { Authorization: `Bearer ${token}` };
  const { answer, body } = await post<{ items?: ItemBody[] }>('/scheduling/checkin/batch', sent, headers, bench);
  return swipes.map((_, index) => {
    if (answer.status !== 200) return answer;
    const { statusCode, ...item } = body?.items?.[index] ?? {};
    return withCount({ ...answer, status: statusCode ?? Number.NaN }, item);
  });
};
