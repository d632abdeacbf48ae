import { hash } from 'node:crypto';
import { compareTexts } from '../../support/memory-database/memory-database.ts';
import type { RunState } from './run-state.ts';

/**
 * A text that is equal for states with the same future. What an attempt does next depends on the results that it got; the order
 * of results of calls that it made in parallel is ignored.
 */
export const hashState = ({
  actors,
  environment,
  faultsLeft,
  interruptionsLeft,
  isIndexStale,
  last,
}: RunState): string => {
  const states = actors.map(({ number, isDone, received, pending, orphans, attempts, after }) => [
    number,
    isDone,
    received.toSorted(compareTexts),
    pending.map(({ description, isRepeated }) => `${description}${isRepeated}`).toSorted(compareTexts),
    orphans.map(({ description }) => description).toSorted(compareTexts),
    attempts,
    after,
  ]);
  const turns = interruptionsLeft < Infinity ? `${interruptionsLeft}${last?.letter}` : '';
  const text = `${faultsLeft}${turns}${isIndexStale}${JSON.stringify(states)}${environment.fingerprint(faultsLeft > 0)}`;
  return hash('md5', text, 'base64');
};
