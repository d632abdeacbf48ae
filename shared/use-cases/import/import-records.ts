import { ApplyStopped, type Importer, type RecordOutcome } from './apply-records.ts';
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

const makeTally = () => {
  const counts = { read: 0, written: 0, unchanged: 0, deleted: 0, failed: 0 };
  const errors: BadLine[] = [];
  return {
    count: (line: number, result: RecordOutcome | { readonly reason: string }): void => {
      counts.read += 1;
      if ('reason' in result) {
        counts.failed += 1;
        errors.push({ line, reason: result.reason });
      } else counts[result.outcome] += 1;
    },
    summary: (): ImportSummary => ({ ...counts, errors }),
  };
};

type Tally = ReturnType<typeof makeTally>;

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

/** @throws ApplyStopped, after the finished records are counted */
const applyBatch = async (
  batch: readonly SourceRecord[],
  importer: Pick<Importer, 'apply'>,
  { count }: Tally,
  onOutcome: OnOutcome,
): Promise<void> => {
  let outcomes: readonly (RecordOutcome | undefined)[] = [];
  try {
    outcomes = await importer.apply(batch.flatMap((record) => ('fields' in record ? [record.fields] : [])));
  } catch (error) {
    if (error instanceof ApplyStopped) ({ outcomes } = error);
    throw error;
  } finally {
    const results = outcomes.values();
    for (const record of batch) {
      if ('reason' in record) count(record.line, record);
      else {
        const outcome = results.next().value;
        if (!outcome) continue;
        count(record.line, outcome);
        onOutcome(record, outcome);
      }
    }
  }
};

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
  const tally = makeTally();
  try {
    for await (const batch of toBatches(records)) {
      await applyBatch(batch, importer, tally, onOutcome);
      onProgress(tally.summary());
    }
    return { summary: tally.summary() };
  } catch (error) {
    return { summary: tally.summary(), stoppedBy: error instanceof ApplyStopped ? error.cause : error };
  }
};
