import type { Call, Problem } from '../../support/faulty-database.ts';
import { identifyCall } from './call-identity.ts';
import type { FaultPlan } from './fault-plan.ts';

export interface RecordedCall {
  readonly text: string;
  /** The number of earlier calls with the same text. */
  readonly before: number;
  readonly fault: Problem;
}

/** Injects faults into the calls of each history, as its plan says. */
export interface FaultInjector {
  /** How often each fault occurred. */
  readonly injected: ReadonlyMap<string, number>;
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
  const injected = new Map<string, number>();
  const faulty = new Map<string, FaultyHistory>();
  const count = (name: string): void => void injected.set(name, (injected.get(name) ?? 0) + 1);

  const chooseFault = ({ plan, counts, calls }: FaultyHistory, text: string): Problem => {
    const before = counts.get(text) ?? 0;
    counts.set(text, before + 1);
    const { fault, kill: kills = false } = plan(text, before);
    calls.push({ text, before, fault });
    if (fault !== 'none') count(fault);
    if (kills) count('kill');
    if (kills) kill();
    return fault;
  };

  return {
    injected,
    decide(call) {
      const identity = identifyCall(call);
      const history = identity && faulty.get(identity.history);
      return identity && history ? chooseFault(history, identity.text) : 'none';
    },
    startFaults: (history, plan) => void faulty.set(history, { plan, counts: new Map(), calls: [] }),
    stopFaults(history) {
      const calls = faulty.get(history)?.calls ?? [];
      faulty.delete(history);
      return calls;
    },
  };
};
