import { formatDateTime } from '../../../shared/domain/instant.ts';
import type { Bench } from './bench.ts';
import { users } from './company.ts';
import { callGate, withToken, type GateResponse } from './gate-call.ts';
import type { Swipe } from './history-plan.ts';
import type { SwipeResponse } from './history-record.ts';

type Sent = Omit<SwipeResponse, 'loggedInAt'>;

const toBody = ({ person, identifiers, at, notify }: Swipe) => ({
  ...Object.fromEntries(identifiers.map((name) => [name, users[person]?.[name]])),
  ...(at !== undefined && { date: formatDateTime(at) }),
  ...(notify && { notify }),
});

interface ItemBody {
  readonly statusCode?: number;
  readonly checkinCount?: number;
  readonly code?: string;
}

const toSwipeResponse = ({ body: _, ...response }: GateResponse, { checkinCount, code }: ItemBody = {}): Sent => ({
  ...response,
  ...(response.status === 200 && { count: checkinCount ?? Number.NaN }),
  ...(code !== undefined && { code }),
});

const send = async (swipe: Swipe, token: string, bench: Bench): Promise<Sent> => {
  const headers = { ...withToken(token), ...(swipe.hasKey && { 'Idempotency-Key': swipe.name }) };
  const response = await callGate<ItemBody>('/scheduling/checkin', headers, bench, toBody(swipe));
  return toSwipeResponse(response, response.body);
};

/** Each swipe in its own request, in parallel. */
export const sendSingly = (swipes: readonly Swipe[], token: string, bench: Bench): Promise<Sent[]> =>
  Promise.all(swipes.map((swipe) => send(swipe, token, bench)));

/** All swipes in one batch. @returns the response to each; if the whole batch was refused or got no response, that */
export const sendBatch = async (swipes: readonly Swipe[], token: string, bench: Bench): Promise<Sent[]> => {
  const sent = { items: swipes.map((swipe) => ({ key: swipe.name, ...toBody(swipe) })) };
  const response = await callGate<{ items?: ItemBody[] }>('/scheduling/checkin/batch', withToken(token), bench, sent);
  return swipes.map((_, index) => {
    if (response.status !== 200) return toSwipeResponse(response, response.body as ItemBody | undefined);
    const { statusCode, ...item } = response.body?.items?.[index] ?? {};
    return toSwipeResponse({ ...response, status: statusCode ?? Number.NaN }, item);
  });
};
