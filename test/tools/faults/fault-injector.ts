import type { Call, Problem } from '../../support/faulty-database.ts';
import { identifyCall } from './call-identity.ts';
import type { FaultPlan } from './fault-plan.ts';

export interface RecordedCall {
  readonly words: string;
  /** The number of earlier calls with the same text. */
  readonly before: number;
  readonly fault: Problem;
}

/** Injects faults into the calls of each history, as its plan says. */
export interface FaultInjector {
  /** How often each fault occurred. */
  readonly met: ReadonlyMap<string, number>;
  decide(call: Call): Problem;
  /** Starts injecting a plan's faults into the calls of a history. */
  startFaults(history: string, plan: FaultPlan): void;
  /** Stops injecting faults. @returns the calls and their faults */
  stopFaults(history: string): readonly RecordedCall[];
}

interface FaultyHistory {
  readonly plan: FaultPlan;
  readonly counts: Map<string, number>;
  readonly calls: RecordedCall[];
}

/** @param kill ends the service's process. */
export const makeFaultInjector = (kill: () => void): FaultInjector => {
  const met = new Map<string, number>();
  const faulty = new Map<string, FaultyHistory>();
  const count = (name: string): void => void met.set(name, (met.get(name) ?? 0) + 1);

  const chooseFault = ({ plan, counts, calls }: FaultyHistory, words: string): Problem => {
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
      const history = identity && faulty.get(identity.history);
      return identity && history ? chooseFault(history, identity.words) : 'none';
    },
    startFaults: (history, plan) => void faulty.set(history, { plan, counts: new Map(), calls: [] }),
    stopFaults(history) {
      const calls = faulty.get(history)?.calls ?? [];
      faulty.delete(history);
      return calls;
    },
  };
};
