import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './bench.ts';
import type { HistoryPlan, Mode, Swipe } from './history-plan.ts';
import type { SwipeResponse, SwipeRecord } from './history-record.ts';
import { decide, type Random } from './random.ts';
import { sendBatch, sendSingly } from './swipe-call.ts';

const TRIES_WITHOUT_KILLS = 8;
/** The process may be killed repeatedly for other histories. */
const TRIES_WITH_KILLS = 60;
/** How often a request is sent after the faults. */
export const triesAfterFaults = (mode: Mode): number => (mode === 'kill' ? TRIES_WITH_KILLS : TRIES_WITHOUT_KILLS);
export const pauseAfter = (tries: number): Promise<void> => sleep(50 * Math.min(tries, TRIES_WITHOUT_KILLS));
const MINUTE = 60_000;
/** How far the clock is moved: less than the lifetime of an Idempotency-Key. */
const steps = [0, 0, 1, -1, 4_999, -MINUTE, MINUTE, 30 * MINUTE, -30 * MINUTE, 24 * 60 * MINUTE, -24 * 60 * MINUTE];

/** A swipe and its responses so far. */
export interface SwipeInProgress extends SwipeRecord {
  readonly responses: SwipeResponse[];
  responsesUnderFaults: number;
}

/** A request: one swipe, or a batch. */
export type Delivery = readonly [SwipeInProgress, ...SwipeInProgress[]];

/** An access token, and when the log-in that it is from got its response. */
export interface IssuedToken {
  readonly accessToken: string;
  readonly loggedInAt: number;
}

export interface Actors {
  readonly bench: Bench;
  readonly random: Random;
  readonly plan: HistoryPlan;
  readonly tokenOf: (swipe: Pick<Swipe, 'isTwin'>) => Promise<IssuedToken>;
  readonly renew: (swipe: Pick<Swipe, 'isTwin'>) => void;
}

/** The requests of a round: batched swipes are grouped by company. */
export const toDeliveries = (round: readonly Swipe[]): Delivery[] => {
  const start = (swipe: Swipe): SwipeInProgress => ({ swipe, responses: [], responsesUnderFaults: 0 });
  const batches = Map.groupBy(
    round.filter(({ isBatched }) => isBatched),
    ({ isTwin }) => isTwin,
  );
  const single = round.filter(({ isBatched }) => !isBatched).map((swipe): Delivery => [start(swipe)]);
  return [...single, ...[...batches.values()].map((swipes) => swipes.map(start) as unknown as Delivery)];
};

/** Swipes to send again: those with a key, unless the user is gone, and those that were refused before anything was done. */
const mayRepeat = ({ swipe: { hasKey }, responses }: SwipeInProgress): boolean =>
  responses.at(-1)?.status === 401 ||
  (hasKey && responses.at(-1)?.status !== 404 && !responses.some(({ status }) => status === 200));

const send = async (
  all: readonly SwipeInProgress[],
  isBatch: boolean,
  { bench, tokenOf, renew }: Actors,
): Promise<void> => {
  const [first] = all;
  if (!first) return;
  const swipes = all.map(({ swipe }) => swipe);
  const { accessToken, loggedInAt } = await tokenOf(first.swipe);
  const responses = await (isBatch ? sendBatch : sendSingly)(swipes, accessToken, bench);
  for (const [index, response] of responses.entries()) all[index]?.responses.push({ ...response, loggedInAt });
  if (responses.some(({ status }) => status === 401)) renew(first.swipe);
};

/** Repeats the swipes of a request that may be repeated. The swipes of a batch may be sent one by one. */
const sendAgain = (delivery: Delivery, actors: Actors): Promise<void> => {
  const left = delivery.filter((one) => one.responses.length === 0 || mayRepeat(one));
  const [{ swipe, responses }] = delivery;
  const isSingly = responses.length > 0 && decide(actors.plan.seed, 'singly', swipe.name, responses.length) < 1 / 3;
  return send(left, swipe.isBatched && !isSingly, actors);
};

/** Sends a request while there are faults. */
export const perform = async (delivery: Delivery, actors: Actors): Promise<void> => {
  const { bench, random, plan } = actors;
  const most = Math.max(...delivery.map(({ swipe }) => swipe.tries));
  for (let tries = 0; tries < most; tries += 1) {
    if (tries > 0 && !delivery.some(mayRepeat)) break;
    if (plan.mode === 'clock') await bench.moveClock(random.pick(steps));
    await sendAgain(delivery, actors);
  }
  for (const one of delivery) one.responsesUnderFaults = one.responses.length;
};

/** After the faults: swipes without a response get one, and those with one get the same again. */
export const finish = async (delivery: Delivery, actors: Actors): Promise<void> => {
  const tries = triesAfterFaults(actors.plan.mode);
  for (let tried = 0; tried < tries && delivery.some(mayRepeat); tried += 1) {
    if (tried > 0) await pauseAfter(tried);
    await sendAgain(delivery, actors);
  }
  const keyed = delivery.filter(({ swipe }) => swipe.hasKey);
  await send(keyed, false, actors);
  if (delivery[0].swipe.isBatched) await send(keyed, true, actors);
};
