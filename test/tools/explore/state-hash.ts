import { hash } from 'node:crypto';
import { compareTexts } from '../../support/memory-database/memory-database.ts';
import type { RunState } from './run-state.ts';
import { hasLocalCall } from './schedule.ts';

/**
 * Returns the same text for states from which the same steps lead to the same results. An attempt's next calls depend on the
 * results that it has received, so these are included, but not the order in which it received them from parallel calls.
 */
export const hashState = ({
  actors,
  environment,
  faultsLeft,
  interruptionsLeft,
  isStale,
  last,
  lastVisible,
  scenario: { sharedTables },
}: RunState): string => {
  const states = actors.map(({ number, isDone, received, pending, orphans, attempts, succeededBefore }) => [
    number,
    isDone,
    received.toSorted(compareTexts),
    pending.map(({ description, isRepeated }) => `${description}${isRepeated}`).toSorted(compareTexts),
    orphans.map(({ description }) => description).toSorted(compareTexts),
    attempts,
    succeededBefore ?? null,
  ]);
  const turns = [
    ...(interruptionsLeft < Infinity ? [interruptionsLeft, lastVisible?.letter] : []),
    ...(last && hasLocalCall(last) ? [last.letter] : []),
  ].join(' ');
  const tables = sharedTables === 'everything' ? (['bookings', 'users', 'apiClients'] as const) : sharedTables;
  const data = environment.fingerprint(faultsLeft > 0 ? tables : []);
  const text = `${faultsLeft}${turns}${isStale}${JSON.stringify(states)}${data}`;
  return hash('md5', text, 'base64');
};
