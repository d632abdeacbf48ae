import { mock } from 'node:test';
import { afterEach, describe, expect, it } from '@jest/globals';
import { inspectRows } from '../../../shared/files/read-records.ts';
import { proposeColumns } from '../../../shared/files/columns.ts';
import type { ResponseOf } from '../../../shared/console-api/schemas.ts';
import { type Chunk, Chunks } from '../../../lib/console/browser/pages/import/chunks.ts';
import { ImportRun } from '../../../lib/console/browser/pages/import/import-run.ts';
import { openText } from '../../../lib/console/browser/pages/import/source-file.ts';

const reasons = [{ code: 'missing', values: { field: 'id' } }] as const;

/** Makes a run. Its service takes `millisecondsALine` per line, and rejects lines whose number is a multiple of `badEvery`. */
const start = async (lines: number, { millisecondsALine = 1, badEvery = Infinity, failAt = Infinity } = {}) => {
  let clock = 0;
  let requests = 0;
  const sent: Chunk[] = [];
  mock.method(performance, 'now', () => clock);
  const content = ['id\n', ...Array.from({ length: lines }, (_, index) => `${index}\n`)];
  const source = await openText(new File(content, 'users.csv'), 'csv', 'users');
  const inspection = await inspectRows(source.readRows());
  const table = { plan: proposeColumns('users', inspection), rowCount: inspection.rowCount };
  const run = new ImportRun(new Chunks(source, table), async (chunk): Promise<ResponseOf<'importUsers'>> => {
    requests += 1;
    if (requests === failAt) throw new Error('lost');
    sent.push(chunk);
    const read = chunk.rows.size;
    clock += read * millisecondsALine;
    const numbers = Array.from({ length: read }, (_, index) => chunk.firstLine + index);
    const errors = numbers
      .filter((line) => line % badEvery === 0)
      .map((line) => ({ line, reasons: reasons.map((one) => ({ ...one })) }));
    return { read, written: read - errors.length, unchanged: 0, deleted: 0, failed: errors.length, errors };
  });
  const runToEnd = async (): Promise<ImportRun['progress']> => {
    await run.run(() => undefined);
    return run.progress;
  };
  return { run, runToEnd, sent };
};

afterEach(() => mock.restoreAll());

describe('Importing a file', () => {
  it('starts with a chunk of 100 lines, and then adapts the size so that each chunk takes about three seconds', async () => {
    const { runToEnd, sent } = await start(9_000, { millisecondsALine: 1 });
    await runToEnd();
    expect(sent.slice(0, 4).map(({ rows }) => rows.size)).toEqual([100, 400, 1_600, 3_000]);
  });

  it('never makes a chunk smaller than 100 lines, except the last, however slow the service is', async () => {
    const { runToEnd, sent } = await start(350, { millisecondsALine: 100 });
    await runToEnd();
    expect(sent.map(({ rows }) => rows.size)).toEqual([100, 100, 100, 50]);
  });

  it('adds up the counts of the chunks, and collects every bad line with its number and cells', async () => {
    const { run, runToEnd } = await start(300, { badEvery: 150 });
    expect(await runToEnd()).toMatchObject({
      read: 300,
      written: 298,
      failed: 2,
      share: expect.closeTo(1),
      activeMs: 300,
    });
    expect(run.badLines).toEqual([
      { line: 150, reasons, cells: ['148'] },
      { line: 300, reasons, cells: ['298'] },
    ]);
  });

  it('continues after a failure with the chunk that failed', async () => {
    const { run, runToEnd, sent } = await start(1_000, { failAt: 2 });
    await expect(runToEnd()).rejects.toThrow('lost');
    expect(run.progress.read).toBe(100);
    expect(await runToEnd()).toMatchObject({ read: 1_000, share: expect.closeTo(1) });
    expect(sent.map(({ firstLine }) => firstLine).slice(0, 2)).toEqual([2, 102]);
  });
});
