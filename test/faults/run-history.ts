import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import type { Booking } from '../../shared/domain/booking.ts';
import { formatDateTime } from '../../shared/domain/instant.ts';
import { faultsOfAnswer } from '../support/api-answers.ts';
import { createApiClient } from '../../shared/domain/api-client.ts';
import type { Bench } from './bench.ts';
import type { SufferedCall } from './fault-director.ts';
import type { FaultPlan } from './fault-plan.ts';
import type { HistoryPlan, PlannedBooking, Swipe } from './history-plan.ts';
import { makeRandom, type Random } from './random.ts';

/** What came back of one request; without a status nothing did. */
export interface SwipeAnswer {
  readonly status?: number;
  readonly count?: number;
  readonly requestId?: string;
  readonly milliseconds: number;
  /** How the answer differs from what the API document says. */
  readonly faults: readonly string[];
}

export interface SwipeStory {
  readonly swipe: Swipe;
  readonly answers: readonly SwipeAnswer[];
}

/** A company, its bookings as they were planned and as they are in the end. */
export interface CompanyStory {
  readonly companyId: string;
  readonly clientId: string;
  readonly bookings: readonly Booking[];
}

export interface HistoryStory {
  readonly plan: HistoryPlan;
  readonly own: CompanyStory;
  readonly twin: CompanyStory;
  readonly swipes: readonly SwipeStory[];
  /** What came back of a swipe with a token of another type. */
  readonly impostor: SwipeAnswer;
  /** What the service asked of the database while it was broken. */
  readonly calls: readonly SufferedCall[];
}

const USER = { id: 7, uid: 'E-7', email: 'user7@example.test' };
const ANSWER_MILLISECONDS = 6_000;
const WRITES_AT_ONCE = 50;
const TRIES_WHEN_WELL = 8;
/** The process may be killed again and again for other histories. */
const TRIES_WHEN_KILLED = 60;
const MINUTE = 60_000;
/** An Idempotency-Key is remembered for three days. */
const steps = [0, 0, 1, -1, 4_999, -MINUTE, MINUTE, 30 * MINUTE, -30 * MINUTE, 24 * 60 * MINUTE, -24 * 60 * MINUTE];

const makeCompany = async (companyId: string, plan: HistoryPlan, { stores }: Bench) => {
  const { client, clientSecret } = createApiClient({ companyId, name: 'Gate' }, Date.now());
  const clientId = `ckc_${companyId}`;
  const user = { companyId, userId: USER.id };
  await Promise.all([stores.clients.create({ ...client, clientId }), stores.users.save({ companyId, ...USER })]);
  const book = (booking: PlannedBooking) => stores.bookings.save({ user, kind: 'position', ...booking });
  await pMap(plan.bookings, book, { concurrency: WRITES_AT_ONCE });
  return { companyId, clientId, clientSecret };
};

type Company = Awaited<ReturnType<typeof makeCompany>>;

const JSON_TYPE = { 'Content-Type': 'application/json' };

const logIn = async ({ clientId, clientSecret }: Company, bench: Bench): Promise<string> => {
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

const send = async (swipe: Swipe, token: string, bench: Bench): Promise<SwipeAnswer> => {
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

const sendAgain = async (
  swipe: Swipe,
  answers: SwipeAnswer[],
  { bench, tokenOf, renew }: Pick<Actors, 'bench' | 'tokenOf' | 'renew'>,
): Promise<void> => {
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

const tellCompany = async ({ companyId, clientId }: Company, { stores }: Bench): Promise<CompanyStory> => ({
  companyId,
  clientId,
  bookings: await stores.bookings.list({ companyId, userId: USER.id }),
});

/** @param name of the history, by which its calls to the database are known. */
export const runHistory = async (
  plan: HistoryPlan,
  name: string,
  faults: FaultPlan,
  bench: Bench,
): Promise<HistoryStory> => {
  const companies = [await makeCompany(name, plan, bench), await makeCompany(`${name}-twin`, plan, bench)] as const;
  const companyOf = ({ isTwin }: Swipe): Company => companies[isTwin ? 1 : 0];
  const tokens = new Map<Company, Promise<string>>();
  const tokenOf = (swipe: Swipe): Promise<string> => {
    const company = companyOf(swipe);
    const token = tokens.get(company) ?? logIn(company, bench);
    tokens.set(company, token);
    return token;
  };
  const renew = (swipe: Swipe): void => void tokens.delete(companyOf(swipe));
  const actors = { bench, random: makeRandom(plan.seed, 'acts'), plan, tokenOf, renew };
  await Promise.all(plan.rounds.flat().map(tokenOf));

  bench.breakCalls(name, faults);
  const swipes = [];
  for (const round of plan.rounds) swipes.push(...(await Promise.all(round.map((swipe) => perform(swipe, actors)))));
  const calls = bench.mendCalls(name);
  if (plan.mode === 'clock') await bench.moveClock(0);
  for (const story of swipes) await finish(story, actors);
  const impostor = await pretend(await tokenOf(impostorSwipe), bench);
  const [own, twin] = await Promise.all([tellCompany(companies[0], bench), tellCompany(companies[1], bench)]);
  return { plan, own, twin, swipes, impostor, calls };
};
