import * as fc from 'fast-check';
import type { Call } from './calls.ts';

/** What can go wrong with a call. */
export const faultKinds = {
  fail: 'fails, and does nothing',
  lose: 'is performed, but its response is lost',
  repeat: 'is performed twice, because the SDK retries it',
  stale: 'reads the state before the last write',
  leave: 'leaves requests of the batch unprocessed',
  stop: 'the process stops; the writes that it has sent still arrive',
} as const;
export type FaultKind = keyof typeof faultKinds;

/** A fault of the first call, from number `call` of the run on, to which its kind can happen. */
export interface Fault {
  readonly call: number;
  readonly kind: FaultKind;
  /** Whether the SDK's retry, and writes that arrive late, come only when nothing else is left to do. */
  readonly isLate: boolean;
}

const MAX_FAULTS = 3;

export const someFaults: fc.Arbitrary<Fault[]> = fc.array(
  fc.record({
    call: fc.nat(20),
    kind: fc.constantFrom(...(Object.keys(faultKinds) as FaultKind[])),
    isLate: fc.boolean(),
  }),
  { maxLength: MAX_FAULTS },
);

const isPossible = (kind: FaultKind, { isWrite, isEventual, isBatch }: Call): boolean => {
  if (kind === 'lose' || kind === 'repeat') return isWrite;
  if (kind === 'stale') return isEventual === true;
  return kind !== 'leave' || isBatch === true;
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
