import type { Problem } from '../../support/faulty-database.ts';
import { decide, makeRandom } from './random.ts';

export const faultKinds = [
  'throttle',
  'fail',
  'reset',
  'lose',
  'delay',
  'stale',
  'garble',
  'hang',
  'late',
] as const satisfies Problem[];

/** The fault of one call; `kill` ends the service's process, before or after the database has done the work. */
export interface CallFault {
  readonly fault: Problem;
  readonly kill?: boolean;
}

/** Chooses a call's fault from its text and the number of earlier calls with the same text. */
export type FaultPlan = (text: string, before: number) => CallFault;

export const noFault: FaultPlan = () => ({ fault: 'none' });

/** These take a second each; the others take none. */
const isSlow = (fault: Problem): boolean => fault === 'hang' || fault === 'late';

const shares = [0.03, 0.1, 0.1, 0.3, 0.6];
const KILL_SHARE = 0.06;
/**
 * A call that was made so often has no more faults. Otherwise, a change by an administrator, which is repeated until it gets a
 * response and needs a dozen calls in a row, could take minutes.
 */
const CALLS_WITH_FAULTS = 25;

/** A few kinds of fault, mixed, in a share of the calls. */
export const mixFaults = (seed: number, kills: boolean): FaultPlan => {
  const random = makeRandom(seed, 'faults');
  const kinds = Array.from({ length: 1 + random.below(4) }, () => random.pick(faultKinds));
  const share = kinds.some(isSlow) ? 0.05 : random.pick(shares);
  return (text, before) => {
    if (before >= CALLS_WITH_FAULTS) return { fault: 'none' };
    if (kills && decide(seed, 'kill', text, before) < KILL_SHARE)
      return { fault: decide(seed, 'work', text, before) < 0.5 ? 'lose' : 'reset', kill: true };
    if (decide(seed, 'fault', text, before) >= share) return { fault: 'none' };
    const kind = Math.floor(decide(seed, 'kind', text, before) * kinds.length);
    return { fault: kinds[kind] as Problem };
  };
};

/** One fault at one call. */
export const breakOnce =
  (fault: Problem, text: string, before: number): FaultPlan =>
  (otherText, otherBefore) => ({ fault: otherText === text && otherBefore === before ? fault : 'none' });
