import { setTimeout as sleep } from 'node:timers/promises';
import { LATE_MILLISECONDS } from '../../support/faulty-database.ts';
import type { Bench } from './bench.ts';
import { makeCompany, tellCompany, type Company } from './company.ts';
import type { FaultPlan } from './fault-plan.ts';
import type { HistoryPlan, Swipe } from './history-plan.ts';
import type { HistoryStory, SwipeAnswer } from './history-story.ts';
import { makeRandom, type Random } from './random.ts';
import { logIn, send } from './swipe-call.ts';

const TRIES_WHEN_WELL = 8;
/** The process may be killed again and again for other histories. */
const TRIES_WHEN_KILLED = 60;
const MINUTE = 60_000;
/** By how much the clock is moved: less than an Idempotency-Key is remembered. */
const steps = [0, 0, 1, -1, 4_999, -MINUTE, MINUTE, 30 * MINUTE, -30 * MINUTE, 24 * 60 * MINUTE, -24 * 60 * MINUTE];

const isAcknowledged = ({ answers }: { readonly answers: readonly SwipeAnswer[] }): boolean =>
  answers.some(({ status }) => status === 200);

/** What is sent once more: what has a key, and what was turned away before anything was done. */
const mayRepeat = ({ hasKey }: Swipe, answers: readonly SwipeAnswer[]): boolean =>
  answers.at(-1)?.status === 401 || (hasKey && !isAcknowledged({ answers }));

interface Actors {
  readonly bench: Bench;
  readonly random: Random;
  readonly plan: HistoryPlan;
  readonly tokenOf: (swipe: Swipe) => Promise<string>;
  readonly renew: (swipe: Swipe) => void;
}

const sendAgain = async (swipe: Swipe, answers: SwipeAnswer[], { bench, tokenOf, renew }: Actors): Promise<void> => {
  const answer = await send(swipe, await tokenOf(swipe), bench);
  answers.push(answer);
  if (answer.status === 401) renew(swipe);
};

const perform = async (swipe: Swipe, actors: Actors): Promise<{ swipe: Swipe; answers: SwipeAnswer[] }> => {
  const answers: SwipeAnswer[] = [];
  const { bench, random, plan } = actors;
  for (let tries = 0; tries < swipe.tries; tries += 1) {
    if (tries > 0 && !mayRepeat(swipe, answers)) break;
    if (plan.mode === 'clock') await bench.moveClock(random.pick(steps));
    await sendAgain(swipe, answers, actors);
  }
  return { swipe, answers };
};

/** When all is well again: what was not answered is finished, and what was answered is answered the same once more. */
const finish = async ({ swipe, answers }: { swipe: Swipe; answers: SwipeAnswer[] }, actors: Actors): Promise<void> => {
  const tries = actors.plan.mode === 'kill' ? TRIES_WHEN_KILLED : TRIES_WHEN_WELL;
  for (let tried = 0; tried < tries && mayRepeat(swipe, answers); tried += 1) {
    if (tried > 0) await sleep(50 * Math.min(tried, TRIES_WHEN_WELL));
    await sendAgain(swipe, answers, actors);
  }
  if (swipe.hasKey) await sendAgain(swipe, answers, actors);
};

const impostorSwipe: Swipe = {
  name: 'impostor',
  isTwin: false,
  identifiers: ['id'],
  notify: false,
  hasKey: false,
  tries: 1,
};

/** Where the process has just been killed for another history, it is sent again. */
const pretend = async (token: string, bench: Bench): Promise<SwipeAnswer> => {
  const impostor = await bench.impersonate(token);
  for (let tries = 1; ; tries += 1) {
    const answer = await send(impostorSwipe, impostor, bench);
    if (answer.status !== undefined || tries === TRIES_WHEN_KILLED) return answer;
    await sleep(50 * Math.min(tries, TRIES_WHEN_WELL));
  }
};

/** One token for each company, until it is renewed. */
const keepTokens = (companies: readonly [Company, Company], bench: Bench): Pick<Actors, 'tokenOf' | 'renew'> => {
  const companyOf = ({ isTwin }: Swipe): Company => companies[isTwin ? 1 : 0];
  const tokens = new Map<Company, Promise<string>>();
  return {
    tokenOf(swipe) {
      const company = companyOf(swipe);
      const token = tokens.get(company) ?? logIn(company, bench);
      tokens.set(company, token);
      return token;
    },
    renew: (swipe) => void tokens.delete(companyOf(swipe)),
  };
};

/** @param name of the history, by which its calls to the database are known. */
export const runHistory = async (
  plan: HistoryPlan,
  name: string,
  faults: FaultPlan,
  bench: Bench,
): Promise<HistoryStory> => {
  const companies = [await makeCompany(name, plan, bench), await makeCompany(`${name}-twin`, plan, bench)] as const;
  const actors = { bench, random: makeRandom(plan.seed, 'acts'), plan, ...keepTokens(companies, bench) };
  await Promise.all(plan.rounds.flat().map(actors.tokenOf));

  bench.breakCalls(name, faults);
  const swipes = [];
  for (const round of plan.rounds) swipes.push(...(await Promise.all(round.map((swipe) => perform(swipe, actors)))));
  const calls = bench.mendCalls(name);
  if (plan.mode === 'clock') await bench.moveClock(0);
  for (const story of swipes) await finish(story, actors);
  // A request that nobody repeats is answered before what it left behind arrives.
  if (calls.some(({ fault }) => fault === 'late')) await sleep(2 * LATE_MILLISECONDS);
  const impostor = await pretend(await actors.tokenOf(impostorSwipe), bench);
  const [own, twin] = await Promise.all([tellCompany(companies[0], bench), tellCompany(companies[1], bench)]);
  return { plan, own, twin, swipes, impostor, calls };
};
