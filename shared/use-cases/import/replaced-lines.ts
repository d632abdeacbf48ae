import type { RecordOutcome } from './apply-records.ts';
import type { RecordRules } from '../../rules/field-rule.ts';
import type { GoodRecord } from './read-lines.ts';

/** `line` changed the user or booking that an earlier line of the file had written. */
export interface ReplacedLine {
  readonly line: number;
  readonly earlierLine: number;
}

/** A million records take about 100 MB. Later records of a larger file are not remembered. */
const MAX_RECORDS_REMEMBERED = 1_000_000;

/** Finds lines about the same user or booking, which are usually a mistake. */
export const makeReplacedLines = ({ required }: RecordRules) => {
  const names = Object.keys(required);
  const lastLines = new Map<string, number>();
  const replaced: ReplacedLine[] = [];
  return {
    replaced: replaced as readonly ReplacedLine[],
    /** Takes each record and its result, in the order of the file. */
    note: ({ line, fields }: GoodRecord, { outcome }: RecordOutcome): void => {
      if (outcome === 'refused') return;
      const key = JSON.stringify(names.map((name) => String(fields[name])));
      const earlierLine = lastLines.get(key);
      if (earlierLine !== undefined && outcome !== 'unchanged') replaced.push({ line, earlierLine });
      if (lastLines.size < MAX_RECORDS_REMEMBERED) lastLines.set(key, line);
    },
  };
};
