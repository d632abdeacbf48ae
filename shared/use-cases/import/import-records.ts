import { UseCaseError } from '../../domain/use-case-error.ts';
import type { Importer, RecordOutcome } from './apply-records.ts';
import type { DateOrder } from '../../files/date-times.ts';
import { recordRules, type RecordKind } from '../../rules/records.ts';
import { describeFileReason } from '../../files/english.ts';
import { readLines, type Encoding } from '../../files/read-lines.ts';
import { readNdjson } from '../../files/read-ndjson.ts';
import type { GoodRecord, SourceRecord } from '../../files/read-record.ts';
import { readCsv, readRecordsOnce } from '../../files/read-records.ts';
import type { Reason } from '../../files/reason.ts';
import { UnreadableFile } from '../../files/unreadable-file.ts';
import { readValue } from '../../rules/read-value.ts';

export interface BadLine {
  /** The number of the record's first line, from 1. */
  readonly line: number;
  readonly reasons: readonly Reason[];
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

/** The records of a file, some at a time. */
export type Records = AsyncIterable<readonly SourceRecord[]>;

async function* toBatches(records: Records): AsyncGenerator<readonly SourceRecord[], void, undefined> {
  let batch: SourceRecord[] = [];
  for await (const some of records)
    for (const record of some) {
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
  records: Records,
  importer: Pick<Importer, 'apply'>,
  onProgress: (soFar: ImportSummary) => void = () => {},
  onOutcome: OnOutcome = () => {},
): Promise<{ summary: ImportSummary; stoppedBy?: unknown }> => {
  const counts = { read: 0, written: 0, unchanged: 0, deleted: 0, failed: 0 };
  const errors: BadLine[] = [];
  const summarise = (): ImportSummary => ({ ...counts, errors });
  const count = (line: number, result: RecordOutcome | { readonly reasons: readonly Reason[] }): void => {
    counts.read += 1;
    if ('reasons' in result) {
      counts.failed += 1;
      errors.push({ line, reasons: result.reasons });
    } else counts[result.outcome] += 1;
  };
  try {
    for await (const batch of toBatches(records)) {
      const readable = batch.flatMap((record) => ('fields' in record ? [record.fields] : []));
      const { outcomes, ...applied } = await importer.apply(readable);
      const remaining = outcomes.values();
      for (const record of batch) {
        if ('reasons' in record) {
          count(record.line, record);
          continue;
        }
        const outcome = remaining.next().value;
        // The importer stopped before this record.
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

/** `line` changed the user or booking that an earlier line of the file had written. */
export interface ReplacedLine {
  readonly line: number;
  readonly earlierLine: number;
}

/**
 * Finds lines about the same user or booking, which are usually a mistake. The required fields of a record identify it. A million
 * records take about 100 MB.
 */
export const trackReplacedLines = (kind: RecordKind) => {
  const { required } = recordRules[kind];
  const lastLines = new Map<string, number>();
  const replaced: ReplacedLine[] = [];
  return {
    replaced: replaced as readonly ReplacedLine[],
    /** Takes each record and its result, in the order of the file. */
    onOutcome: ({ line, fields }: GoodRecord, { outcome }: RecordOutcome): void => {
      if (outcome === 'refused') return;
      const key = JSON.stringify(Object.entries(required).map(([name, rule]) => readValue(rule, fields[name])));
      const earlierLine = lastLines.get(key);
      if (earlierLine !== undefined && outcome !== 'unchanged') replaced.push({ line, earlierLine });
      lastLines.set(key, line);
    },
  };
};

export interface Chunk {
  readonly format: 'csv' | 'ndjson';
  /** Whole records. CSV begins with the header row of the file. */
  readonly bytes: Uint8Array;
  /** The line number, in the file, of the first record. */
  readonly firstLine: number;
  readonly encoding?: Encoding | undefined;
  readonly dateOrder?: DateOrder | undefined;
}

async function* renumber(records: Records, shift: number): AsyncGenerator<readonly SourceRecord[]> {
  for await (const some of records) yield some.map((record) => ({ ...record, line: record.line + shift }));
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * Imports a part of a file. The summary has the line numbers of the whole file. A chunk that is sent again changes nothing.
 * @throws UseCaseError `unreadable_file` if the header row is missing or wrong
 * @throws ServiceError `dependency_unavailable`
 */
export const importChunk = async (
  { format, bytes, firstLine, encoding, dateOrder }: Chunk,
  importer: Importer,
): Promise<ImportSummary> => {
  const { kind, companyId } = importer;
  const answers = { isCompanyGiven: companyId !== undefined, dateOrder };
  // All rows of the chunk decide which field each column is (`Infinity`). In the chunk, the first record is in line 2 of CSV,
  // after the header row, and in line 1 of NDJSON.
  const records =
    format === 'csv'
      ? renumber(readRecordsOnce(kind, readCsv(once(bytes), { kind, encoding }), answers, Infinity), firstLine - 2)
      : renumber(readNdjson(readLines(once(bytes), encoding), { kind, dateOrder }), firstLine - 1);
  const { summary, ...result } = await importRecords(records, importer);
  if (!('stoppedBy' in result)) return summary;
  const { stoppedBy } = result;
  if (!(stoppedBy instanceof UnreadableFile)) throw stoppedBy;
  throw new UseCaseError('unreadable_file', { reason: describeFileReason(stoppedBy.reason) });
};
