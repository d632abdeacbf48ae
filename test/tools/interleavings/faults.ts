import * as fc from 'fast-check';
import type { Call } from './intercept-calls.ts';

/** What can go wrong with a call. */
export const faultKinds = {
  fail: 'fails, and does nothing',
  lose: 'is performed, but its response is lost',
  repeat: 'is performed twice, because the SDK retries it',
  overtake: 'is performed when the SDK retries it; its first try can arrive after the retry',
  stale: 'reads the state before the last write',
  leave: 'leaves one request unprocessed',
  stop: 'the process stops; the writes that it has sent still arrive',
  vanish: 'the process stops; the writes that it has sent do not arrive',
} as const;
type FaultKind = keyof typeof faultKinds;

/** A fault of the first call, from number `call` of the run on, to which its kind can happen. */
export interface Fault {
  readonly call: number;
  readonly kind: FaultKind;
  /** Whether the SDK's retry, and writes that arrive late, come only when nothing else is left to do. */
  readonly isLate: boolean;
}

const MAX_FAULTS = 3;

export const faultsOf = ({ hasLateFirstTries }: { readonly hasLateFirstTries?: true }): fc.Arbitrary<Fault[]> => {
  const kinds = (Object.keys(faultKinds) as FaultKind[]).filter((kind) => kind !== 'overtake' || hasLateFirstTries);
  const fault = fc.record({ call: fc.nat(20), kind: fc.constantFrom(...kinds), isLate: fc.boolean() });
  return fc.array(fault, { maxLength: MAX_FAULTS });
};

const isPossible = (kind: FaultKind, { isWrite, isEventual, performPart }: Call): boolean => {
  if (kind === 'lose' || kind === 'repeat' || kind === 'overtake') return isWrite;
  if (kind === 'stale') return isEventual === true;
  return kind !== 'leave' || performPart !== undefined;
};

/** Makes a function that returns the fault of each call, in the order of the calls, or undefined. Each fault happens once. */
export const takeFrom = (faults: readonly Fault[]): ((call: Call) => Fault | undefined) => {
  const left = new Set(faults);
  let calls = 0;
  return (call) => {
    const fault = [...left].find((one) => one.call <= calls && isPossible(one.kind, call));
    calls += 1;
    if (fault) left.delete(fault);
    return fault;
  };
};
