import type { Bench } from './bench.ts';
import type { ActionContext } from './action-context.ts';
import { makeCompany, readCompany, type Company } from './company.ts';
import type { FaultPlan } from './fault-plan.ts';
import { isUnavailable, logIn } from './gate-call.ts';
import type { HistoryPlan, Swipe } from './history-plan.ts';
import type { HistoryRecord, SwipeResponse } from './history-record.ts';
import { finishAction, performAction, readActionFacts, startRecord } from './perform-actions.ts';
import {
  finish,
  pauseAfter,
  perform,
  toDeliveries,
  triesAfterFaults,
  type Actors,
  type IssuedToken,
} from './perform-swipes.ts';
import { makeRandom } from './random.ts';
import { sendSingly } from './swipe-call.ts';

const wrongTypeSwipe: Swipe = {
  name: 'wrong-type',
  isTwin: false,
  person: 0,
  identifiers: ['id'],
  notify: false,
  hasKey: false,
  isBatched: false,
  tries: 1,
};

/** Sent again if the process has just been killed for another history, or the machine is busy. */
const sendWrongType = async ({ accessToken, loggedInAt }: IssuedToken, bench: Bench): Promise<SwipeResponse> => {
  const wrongType = await bench.toWrongType(accessToken);
  for (let tries = 1; ; tries += 1) {
    const [sent] = await sendSingly([wrongTypeSwipe], wrongType, bench);
    const response = { ...(sent as Exclude<typeof sent, undefined>), loggedInAt };
    if (!isUnavailable(response) || tries === triesAfterFaults('kill')) return response;
    await pauseAfter(tries);
  }
};

/** One token for each company, until it is renewed. */
const keepTokens = (companies: readonly [Company, Company], bench: Bench): Pick<Actors, 'tokenOf' | 'renew'> => {
  const companyOf = ({ isTwin }: Pick<Swipe, 'isTwin'>): Company => companies[isTwin ? 1 : 0];
  const tokens = new Map<Company, Promise<IssuedToken>>();
  const issue = async (company: Company): Promise<IssuedToken> => {
    const { accessToken } = await logIn(company, bench);
    return { accessToken, loggedInAt: performance.now() };
  };
  return {
    tokenOf(swipe) {
      const company = companyOf(swipe);
      const token = tokens.get(company) ?? issue(company);
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
  const [company, twinCompany] = companies;
  const actors = { bench, random: makeRandom(plan.seed, 'acts'), plan, ...keepTokens(companies, bench) };
  const hasActions = plan.actions.length > 0;
  const context: ActionContext = {
    bench,
    plan,
    company,
    token: () => actors.tokenOf({ isTwin: false }),
    renew: () => actors.renew({ isTwin: false }),
    callConsole: hasActions ? await bench.signIn(company.companyId) : () => Promise.reject(new Error('not signed in')),
  };
  await Promise.all(plan.rounds.flat().map(actors.tokenOf));

  bench.startFaults(name, faults);
  const rounds = plan.rounds.map(toDeliveries);
  const actions = plan.actions.map(startRecord);
  for (const [index, round] of rounds.entries())
    await Promise.all([
      ...round.map((delivery) => perform(delivery, actors)),
      ...actions.filter(({ action }) => action.round === index).map((action) => performAction(action, context)),
    ]);
  const calls = bench.stopFaults(name);
  if (plan.mode === 'clock') await bench.moveClock(0);
  for (const delivery of rounds.flat()) await finish(delivery, actors);
  const wrongType = await sendWrongType(await context.token(), bench);
  // A request that is not repeated gets its response before its delayed calls arrive.
  await bench.settleCalls(name);
  for (const action of actions) await finishAction(action, context);
  const swipesOf = (isTwin: boolean) => plan.rounds.flat().filter((swipe) => swipe.isTwin === isTwin);
  const [own, twin] = await Promise.all([
    readCompany(company, swipesOf(false), bench),
    readCompany(twinCompany, swipesOf(true), bench),
  ]);
  const facts = hasActions ? await readActionFacts(actions, context) : undefined;
  return { plan, own, twin, swipes: rounds.flat(2), actions, ...(facts && { facts }), wrongType, calls };
};
