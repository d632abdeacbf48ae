import type { Call, Problem } from '../../support/faulty-database.ts';
import { identifyCall } from './call-identity.ts';
import type { FaultPlan } from './fault-plan.ts';

export interface SufferedCall {
  readonly words: string;
  /** The number of earlier calls with the same text. */
  readonly before: number;
  readonly fault: Problem;
}

/** Injects faults into the calls of each history, as its plan says. */
export interface FaultDirector {
  /** How often each fault occurred. */
  readonly met: ReadonlyMap<string, number>;
  decide(call: Call): Problem;
  /** Starts injecting a plan's faults into the calls of a history. */
  breakCalls(history: string, plan: FaultPlan): void;
  /** Stops injecting faults. @returns the calls and their faults */
  mendCalls(history: string): readonly SufferedCall[];
}

interface Broken {
  readonly plan: FaultPlan;
  readonly counts: Map<string, number>;
  readonly calls: SufferedCall[];
}

/** @param kill ends the service's process. */
export const makeFaultDirector = (kill: () => void): FaultDirector => {
  const met = new Map<string, number>();
  const broken = new Map<string, Broken>();
  const count = (name: string): void => void met.set(name, (met.get(name) ?? 0) + 1);

  const strike = ({ plan, counts, calls }: Broken, words: string): Problem => {
    const before = counts.get(words) ?? 0;
    counts.set(words, before + 1);
    const { fault, kill: kills = false } = plan(words, before);
    calls.push({ words, before, fault });
    if (fault !== 'none') count(fault);
    if (kills) count('kill');
    if (kills) kill();
    return fault;
  };

  return {
    met,
    decide(call) {
      const identity = identifyCall(call);
      const history = identity && broken.get(identity.history);
      return identity && history ? strike(history, identity.words) : 'none';
    },
    breakCalls: (history, plan) => void broken.set(history, { plan, counts: new Map(), calls: [] }),
    mendCalls(history) {
      const calls = broken.get(history)?.calls ?? [];
      broken.delete(history);
      return calls;
    },
  };
};
