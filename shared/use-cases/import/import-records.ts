import { pMapIterable } from 'p-map';
import { IdentifierTaken } from '../../domain/user.ts';
import type { WriteOutcome } from '../../domain/write-outcome.ts';
import type { ImportKind } from './import-kind.ts';
import { makeQueue, type Turn } from './in-file-order.ts';
import type { SourceRecord } from './source-record.ts';

export interface BadLine {
  /** Where the record begins in the file, counted from 1. */
  readonly line: number;
  readonly reason: string;
}

/** What an import came to; `read` is the sum of the next three. */
export interface ImportSummary {
  readonly read: number;
  readonly written: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly errors: readonly BadLine[];
}

/** As many writes under way as keep the database busy without having it throttle. */
const WRITES_AT_ONCE = 64;

type Task<Item> = BadLine | { readonly line: number; readonly item: Item; readonly turn: Turn };

/** Turns are taken here, one line after the other, before anything runs side by side. */
async function* toTasks<Item>(
  records: AsyncIterable<SourceRecord>,
  kind: ImportKind<Item>,
): AsyncGenerator<Task<Item>, void, undefined> {
  const queue = makeQueue();
  for await (const record of records) {
    const parsed = 'reason' in record ? record : kind.parse(record.fields);
    const { line } = record;
    if ('reason' in parsed) yield { line, reason: parsed.reason };
    else yield { line, item: parsed.item, turn: queue.takeTurn(kind.keysOf(parsed.item)) };
  }
}

/** An identifier may be taken only until an earlier line, which is still on its way, gives it up. */
const saveInTurn = async <Item>(kind: ImportKind<Item>, item: Item, turn: Turn): Promise<WriteOutcome> => {
  try {
    return await kind.save(item);
  } catch (error) {
    if (!(error instanceof IdentifierTaken)) throw error;
    await turn.isFirst;
    return await kind.save(item);
  }
};

const perform = async <Item>(kind: ImportKind<Item>, task: Task<Item>): Promise<WriteOutcome | BadLine> => {
  if ('reason' in task) return task;
  const { line, item, turn } = task;
  try {
    await turn.comes;
    return await saveInTurn(kind, item, turn);
  } catch (error) {
    if (error instanceof IdentifierTaken) return { line, reason: error.message };
    throw error;
  } finally {
    turn.end();
  }
};

const makeTally = () => {
  const counts = { read: 0, written: 0, unchanged: 0, failed: 0 };
  const errors: BadLine[] = [];
  const count = (outcome: WriteOutcome | BadLine): void => {
    counts.read += 1;
    counts[typeof outcome === 'string' ? outcome : 'failed'] += 1;
    if (typeof outcome !== 'string') errors.push(outcome);
  };
  return { count, summary: (): ImportSummary => ({ ...counts, errors }) };
};

/**
 * Saves what the records say and goes on after bad ones; holds a few hundred records at a time, however many there are.
 * @returns `stoppedBy` is what the import could not go on from; `summary` then is what is known to have been done.
 */
export const importRecords = async <Item>(
  records: AsyncIterable<SourceRecord>,
  kind: ImportKind<Item>,
  onProgress: (soFar: ImportSummary) => void,
): Promise<{ summary: ImportSummary; stoppedBy?: unknown }> => {
  const options = { concurrency: WRITES_AT_ONCE, backpressure: 4 * WRITES_AT_ONCE };
  const tally = makeTally();
  try {
    const outcomes = pMapIterable(toTasks(records, kind), (task: Task<Item>) => perform(kind, task), options);
    for await (const outcome of outcomes) {
      tally.count(outcome);
      onProgress(tally.summary());
    }
    return { summary: tally.summary() };
  } catch (stoppedBy) {
    return { summary: tally.summary(), stoppedBy };
  }
};
