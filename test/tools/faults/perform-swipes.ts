import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './bench.ts';
import type { HistoryPlan, Swipe } from './history-plan.ts';
import type { SwipeAnswer, SwipeStory } from './history-story.ts';
import { decide, type Random } from './random.ts';
import { sendBatch, sendSingly } from './swipe-call.ts';

export const TRIES_WHEN_WELL = 8;
/** The process may be killed again and again for other histories. */
export const TRIES_WHEN_KILLED = 60;
const MINUTE = 60_000;
/** By how much the clock is moved: less than an Idempotency-Key is remembered. */
const steps = [0, 0, 1, -1, 4_999, -MINUTE, MINUTE, 30 * MINUTE, -30 * MINUTE, 24 * 60 * MINUTE, -24 * 60 * MINUTE];

/** A swipe and what came of it so far. */
export interface SwipeInProgress extends SwipeStory {
  readonly answers: SwipeAnswer[];
  answersWhenBroken: number;
}

/** What is sent together: a swipe alone, or a batch. */
export type Delivery = readonly [SwipeInProgress, ...SwipeInProgress[]];

export interface Actors {
  readonly bench: Bench;
  readonly random: Random;
  readonly plan: HistoryPlan;
  readonly tokenOf: (swipe: Swipe) => Promise<string>;
  readonly renew: (swipe: Swipe) => void;
}

/** The swipes of a round as they are sent: those in batches with those of their company. */
export const toDeliveries = (round: readonly Swipe[]): Delivery[] => {
  const start = (swipe: Swipe): SwipeInProgress => ({ swipe, answers: [], answersWhenBroken: 0 });
  const batches = Map.groupBy(
    round.filter(({ isBatched }) => isBatched),
    ({ isTwin }) => isTwin,
  );
  const single = round.filter(({ isBatched }) => !isBatched).map((swipe): Delivery => [start(swipe)]);
  return [...single, ...[...batches.values()].map((swipes) => swipes.map(start) as unknown as Delivery)];
};

/** What is sent once more: what has a key, and what was turned away before anything was done. */
const mayRepeat = ({ swipe: { hasKey }, answers }: SwipeInProgress): boolean =>
  answers.at(-1)?.status === 401 || (hasKey && !answers.some(({ status }) => status === 200));

const send = async (
  all: readonly SwipeInProgress[],
  isBatch: boolean,
  { bench, tokenOf, renew }: Actors,
): Promise<void> => {
  const [first] = all;
  if (!first) return;
  const swipes = all.map(({ swipe }) => swipe);
  const token = await tokenOf(first.swipe);
  const answers = await (isBatch ? sendBatch : sendSingly)(swipes, token, bench);
  for (const [index, answer] of answers.entries()) all[index]?.answers.push(answer);
  if (answers.some(({ status }) => status === 401)) renew(first.swipe);
};

/** Sends again what may be repeated of a delivery. What was a batch before may come singly, as from another program. */
const sendAgain = (delivery: Delivery, actors: Actors): Promise<void> => {
  const left = delivery.filter((one) => one.answers.length === 0 || mayRepeat(one));
  const [{ swipe, answers }] = delivery;
  const isSingly = answers.length > 0 && decide(actors.plan.seed, 'singly', swipe.name, answers.length) < 1 / 3;
  return send(left, swipe.isBatched && !isSingly, actors);
};

/** Sends a delivery while things are broken. */
export const perform = async (delivery: Delivery, actors: Actors): Promise<void> => {
  const { bench, random, plan } = actors;
  const most = Math.max(...delivery.map(({ swipe }) => swipe.tries));
  for (let tries = 0; tries < most; tries += 1) {
    if (tries > 0 && !delivery.some(mayRepeat)) break;
    if (plan.mode === 'clock') await bench.moveClock(random.pick(steps));
    await sendAgain(delivery, actors);
  }
  for (const one of delivery) one.answersWhenBroken = one.answers.length;
};

/** When all is well again: what was not answered is finished, and what was answered is answered the same once more. */
export const finish = async (delivery: Delivery, actors: Actors): Promise<void> => {
  const tries = actors.plan.mode === 'kill' ? TRIES_WHEN_KILLED : TRIES_WHEN_WELL;
  for (let tried = 0; tried < tries && delivery.some(mayRepeat); tried += 1) {
    if (tried > 0) await sleep(50 * Math.min(tried, TRIES_WHEN_WELL));
    await sendAgain(delivery, actors);
  }
  const keyed = delivery.filter(({ swipe }) => swipe.hasKey);
  await send(keyed, false, actors);
  if (delivery[0].swipe.isBatched) await send(keyed, true, actors);
};
