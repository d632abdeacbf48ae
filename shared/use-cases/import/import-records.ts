import type { Importer, RecordOutcome } from './apply-records.ts';
import type { GoodRecord, SourceRecord } from './read-lines.ts';

export interface BadLine {
  /** The number of the record's first line, from 1. */
  readonly line: number;
  readonly reason: string;
}

/** `read` is the sum of `written`, `unchanged`, `deleted` and `failed`. */
export interface ImportSummary {
  readonly read: number;
  readonly written: number;
  readonly unchanged: number;
  readonly deleted: number;
  readonly failed: number;
  readonly errors: readonly BadLine[];
}

/** The maximum number of records in a batch. Five parallel calls to BatchGetItem read the stored items of a full batch. */
const RECORDS_AT_ONCE = 500;

type OnOutcome = (record: GoodRecord, outcome: RecordOutcome) => void;

async function* toBatches(records: AsyncIterable<SourceRecord>): AsyncGenerator<SourceRecord[], void, undefined> {
  let batch: SourceRecord[] = [];
  for await (const record of records) {
    batch.push(record);
    if (batch.length < RECORDS_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Imports records, skipping invalid ones. Keeps at most {@link RECORDS_AT_ONCE} records in memory.
 * @param onOutcome called for each readable record, in the order of the file
 * @returns `stoppedBy`: the error that stopped the import; `summary` then counts the records that are known to be done
 */
export const importRecords = async (
  records: AsyncIterable<SourceRecord>,
  importer: Pick<Importer, 'apply'>,
  onProgress: (soFar: ImportSummary) => void = () => {},
  onOutcome: OnOutcome = () => {},
): Promise<{ summary: ImportSummary; stoppedBy?: unknown }> => {
  const counts = { read: 0, written: 0, unchanged: 0, deleted: 0, failed: 0 };
  const errors: BadLine[] = [];
  const summarise = (): ImportSummary => ({ ...counts, errors });
  const count = (line: number, result: RecordOutcome | { readonly reason: string }): void => {
    counts.read += 1;
    if ('reason' in result) {
      counts.failed += 1;
      errors.push({ line, reason: result.reason });
    } else counts[result.outcome] += 1;
  };
  try {
    for await (const batch of toBatches(records)) {
      const readable = batch.flatMap((record) => ('fields' in record ? [record.fields] : []));
      const { outcomes, ...applied } = await importer.apply(readable);
      const remaining = outcomes.values();
      for (const record of batch) {
        if ('reason' in record) {
          count(record.line, record);
          continue;
        }
        const outcome = remaining.next().value;
        if (!outcome) continue;
        count(record.line, outcome);
        onOutcome(record, outcome);
      }
      if ('stoppedBy' in applied) return { summary: summarise(), ...applied };
      onProgress(summarise());
    }
    return { summary: summarise() };
  } catch (error) {
    return { summary: summarise(), stoppedBy: error };
  }
};
