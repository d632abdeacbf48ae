import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './bench.ts';
import { makeCompany, readCompany, type Company } from './company.ts';
import type { FaultPlan } from './fault-plan.ts';
import type { HistoryPlan, Swipe } from './history-plan.ts';
import type { HistoryRecord, SwipeResponse } from './history-record.ts';
import { finish, perform, toDeliveries, TRIES_WITH_KILLS, TRIES_WITHOUT_KILLS, type Actors } from './perform-swipes.ts';
import { makeRandom } from './random.ts';
import { logIn, sendSingly } from './swipe-call.ts';
import { isUnavailable } from './violations.ts';

const wrongTypeSwipe: Swipe = {
  name: 'wrongType',
  isTwin: false,
  person: 0,
  identifiers: ['id'],
  notify: false,
  hasKey: false,
  isBatched: false,
  tries: 1,
};

/** Sent again if the process has just been killed for another history, or the machine is busy. */
const sendWrongType = async (token: string, bench: Bench): Promise<SwipeResponse> => {
  const wrongType = await bench.toWrongType(token);
  for (let tries = 1; ; tries += 1) {
    const [answer] = (await sendSingly([wrongTypeSwipe], wrongType, bench)) as [SwipeResponse];
    if (!isUnavailable(answer) || tries === TRIES_WITH_KILLS) return answer;
    await sleep(50 * Math.min(tries, TRIES_WITHOUT_KILLS));
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

/** @param name of the history, which identifies its calls to the database */
export const runHistory = async (
  plan: HistoryPlan,
  name: string,
  faults: FaultPlan,
  bench: Bench,
): Promise<HistoryRecord> => {
  const companies = [await makeCompany(name, plan, bench), await makeCompany(`${name}-twin`, plan, bench)] as const;
  const actors = { bench, random: makeRandom(plan.seed, 'acts'), plan, ...keepTokens(companies, bench) };
  await Promise.all(plan.rounds.flat().map(actors.tokenOf));

  bench.startFaults(name, faults);
  const rounds = plan.rounds.map(toDeliveries);
  for (const round of rounds) await Promise.all(round.map((delivery) => perform(delivery, actors)));
  const calls = bench.stopFaults(name);
  if (plan.mode === 'clock') await bench.moveClock(0);
  for (const delivery of rounds.flat()) await finish(delivery, actors);
  const wrongType = await sendWrongType(await actors.tokenOf(wrongTypeSwipe), bench);
  // A request that is not repeated gets its response before its delayed calls arrive.
  await bench.settleCalls(name);
  const [own, twin] = await Promise.all([readCompany(companies[0], bench), readCompany(companies[1], bench)]);
  return { plan, own, twin, swipes: rounds.flat(2), wrongType, calls };
};
