import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PROJECT_DIRECTORY } from '../../../../lib/aws/bundling.ts';
import { createTables } from '../../../../lib/local/create-tables.ts';
import { localTableNames } from '../../../../shared/local-service.ts';
import { tables } from '../../../../shared/tables.ts';
import { startEngine } from '../harness/engine.ts';
import { interleave } from '../harness/interleave.ts';
import { compare, format, formatSpread, judge, type Limit, type Measure, type Row } from '../harness/row.ts';
import { ratioOf, summarise, type Samples } from '../harness/samples.ts';
import { HOUR, MOMENT } from '../harness/service-world.ts';
import { runProgram, type ProgramRun } from '../harness/run-program.ts';

const ROUNDS = 3;
const BOOKINGS = 100_000;
const FEW_BOOKINGS = 10_000;
const BOOKINGS_A_USER = 100;
/** What a process may need more for ten times the lines. */
const memoryGoal: Limit = { relation: '<=', value: 1.25 };

const toLine = (index: number): string => {
  const opensAt = MOMENT + (index % BOOKINGS_A_USER) * 24 * HOUR;
  return JSON.stringify({
    companyId: 'acme',
    bookingId: `booking-${index}`,
    userId: Math.floor(index / BOOKINGS_A_USER) + 1,
    kind: index % 2 === 0 ? 'position' : 'parking',
    name: `Place ${index}`,
    checkinOpensAt: new Date(opensAt).toISOString(),
    noShowAt: new Date(opensAt + 3 * HOUR).toISOString(),
  });
};

const writeBookings = (folder: string, count: number): string => {
  const file = join(folder, `bookings-${count}.ndjson`);
  writeFileSync(file, `${Array.from({ length: count }, (_, index) => toLine(index)).join('\n')}\n`);
  return file;
};

const makeTables = async (environment: Readonly<Record<string, string>>): Promise<void> => {
  Object.assign(process.env, environment);
  const client = new DynamoDBClient({});
  await createTables(client, tables, localTableNames);
  client.destroy();
};

interface Import {
  readonly module: string;
  readonly words: readonly string[];
  /** Whether it wrote so many bookings, by its own account. */
  readonly hasWritten: (stdout: string, count: number) => boolean;
}

const ours: Import = {
  module: join(PROJECT_DIRECTORY, 'bin/admin.ts'),
  words: ['--local', '--json', 'bookings', 'import'],
  hasWritten: (stdout, count) => (JSON.parse(stdout) as { written: number }).written === count,
};
const batchWrite: Import = {
  module: join(import.meta.dirname, '../peers/batch-write/import.ts'),
  words: [],
  hasWritten: () => true,
};

/** Into an empty database of its own. */
const runImport = async ({ module, words, hasWritten }: Import, file: string, count: number): Promise<ProgramRun> => {
  const engine = await startEngine();
  try {
    await makeTables(engine.environment);
    const args = [...words, file];
    const run = await runProgram({ module, args, environment: engine.environment, memoryFile: `${file}.memory` });
    if (!hasWritten(run.stdout, count)) throw new Error(`${module} said: ${run.stdout}`);
    return run;
  } finally {
    await engine.stop();
  }
};

const toMemoryRow = (many: Samples, few: Samples): Row => {
  const ratio = ratioOf(many, few);
  return {
    what: `memory of the import, ${BOOKINGS} bookings`,
    ours: `${format(many.median / 1_024)} MiB`,
    peer: `${FEW_BOOKINGS} bookings ${format(few.median / 1_024)} MiB`,
    ratio: formatSpread(ratio),
    goal: `${memoryGoal.relation} ${memoryGoal.value}`,
    verdict: judge(ratio, memoryGoal),
  };
};

const runAll = async (folder: string): Promise<Row[]> => {
  const [file, fewFile] = [writeBookings(folder, BOOKINGS), writeBookings(folder, FEW_BOOKINGS)];
  const memory: number[] = [];
  const rates = await interleave(
    {
      ours: async () => {
        const { seconds, maxMemoryKib } = await runImport(ours, file, BOOKINGS);
        memory.push(maxMemoryKib);
        return BOOKINGS / seconds;
      },
      batchWrite: async () => BOOKINGS / (await runImport(batchWrite, file, BOOKINGS)).seconds,
      few: async () => (await runImport(ours, fewFile, FEW_BOOKINGS)).maxMemoryKib,
    },
    ROUNDS,
    { warmsUp: false },
  );
  return [
    compare({
      what: `import of ${BOOKINGS} bookings, lines a second`,
      unit: '/s',
      ours: rates.ours,
      peerName: 'BatchWriteItem',
      peer: rates.batchWrite,
      limit: { relation: '>=', value: 0.7 },
    }),
    toMemoryRow(summarise(memory), rates.few),
  ];
};

export const measure: Measure = {
  describes: 'the import of 100,000 bookings, against BatchWriteItem at full speed on the same engine',
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-import-'));
    try {
      return await runAll(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
