import type { ItemOutcome, RefusalReason } from './restore-rules.ts';

/** The number of refused items that have the same reason and belong to the same client, secret, family or user. */
interface RefusedItems {
  readonly reason: RefusalReason;
  readonly name: string;
  readonly items: number;
}

export interface RestoreSummary {
  readonly read: number;
  readonly written: number;
  readonly unchanged: number;
  readonly expired: number;
  readonly refused: number;
  readonly failed: number;
  readonly refusals: readonly RefusedItems[];
  /** Why items failed. `line` is the line number in the file, if there is one. */
  readonly errors: readonly { readonly line?: number; readonly reason: string }[];
}

export const emptySummary: RestoreSummary = {
  read: 0,
  written: 0,
  unchanged: 0,
  expired: 0,
  refused: 0,
  failed: 0,
  refusals: [],
  errors: [],
};

const addRefusals = (before: readonly RefusedItems[], outcomes: readonly ItemOutcome[]): RefusedItems[] => {
  const all = new Map(before.map((one) => [`${one.reason} ${one.name}`, one]));
  for (const { reason, name } of outcomes.flatMap(({ refusals = [] }) => refusals)) {
    const key = `${reason} ${name}`;
    all.set(key, { reason, name, items: (all.get(key)?.items ?? 0) + 1 });
  }
  return [...all.values()];
};

export const addOutcomes = (
  before: RestoreSummary,
  outcomes: readonly ItemOutcome[],
  errors: RestoreSummary['errors'],
): RestoreSummary => {
  const count = (wanted: ItemOutcome['outcome']) => outcomes.filter(({ outcome }) => outcome === wanted).length;
  return {
    read: before.read + outcomes.length + errors.length,
    written: before.written + count('written'),
    unchanged: before.unchanged + count('unchanged'),
    expired: before.expired + count('expired'),
    refused: before.refused + count('refused'),
    failed: before.failed + errors.length,
    refusals: addRefusals(before.refusals, outcomes),
    errors: [...before.errors, ...errors],
  };
};
