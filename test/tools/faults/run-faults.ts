import { parseArgs } from 'node:util';
import { readCount } from '../../support/read-count.ts';
import { startBench } from './bench.ts';
import { runHistories, runSweep, type RunResult } from './run-histories.ts';
import { modes, type Mode } from './history-plan.ts';
import { findUnnoticed } from './self-check.ts';

const HELP = `Usage: npm run test:faults -- [--mode ${['sweep', ...modes].join('|')}] [--seed N] [--histories N] [--self-check]

Injects faults into the service and checks the invariants. Without arguments: every mode, then the self-check.
  --mode        one mode only
  --seed        the seed of the first history; a failure prints it
  --histories   how many, with consecutive seeds; a sweep has one for each call and fault
  --self-check  only the self-check: removes one protection of the service after another
Exit code 1 if an invariant was broken, a history is undecided, or a removed protection was not noticed.`;

const { values } = parseArgs({
  options: {
    mode: { type: 'string' },
    seed: { type: 'string' },
    histories: { type: 'string' },
    'self-check': { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

type BenchMode = Mode | 'sweep';

const DEFAULT_HISTORIES: Readonly<Record<Mode, number>> = { wire: 2_000, large: 20, kill: 300, clock: 200 };
const benchModes: readonly BenchMode[] = ['sweep', ...modes];

const readModes = (mode: string | undefined): readonly BenchMode[] => {
  const wanted = benchModes.filter((one) => mode === undefined || one === mode);
  if (wanted.length === 0) throw new Error(`--mode must be one of ${benchModes.join(', ')}`);
  return wanted;
};

const report = (
  name: string,
  { failures, undecided, broken, ...numbers }: RunResult,
  met: ReadonlyMap<string, number>,
) => {
  const faults = [...met].map(([kind, times]) => `${kind} ${times}`).join(', ');
  console.log(`${name}: ${JSON.stringify(numbers)}\n  faults: ${faults}`);
  for (const one of [...undecided, ...failures]) console.log(one);
};

/** Runs one mode on its own service and tables. @returns the number of histories that broke an invariant or are undecided */
const run = async (mode: BenchMode, seed: number, histories: number | undefined): Promise<number> => {
  const bench = await startBench();
  try {
    const started = performance.now();
    const result =
      mode === 'sweep'
        ? await runSweep(bench)
        : await runHistories(mode, seed, histories ?? DEFAULT_HISTORIES[mode], bench);
    report(`${mode} from seed ${seed}, ${((performance.now() - started) / 1_000).toFixed(0)} s`, result, bench.met);
    return result.failures.length + result.undecided.length;
  } finally {
    await bench.stop();
  }
};

const runWanted = async (): Promise<number> => {
  const wanted = readModes(values.mode);
  const { seed: first = String(Math.floor(Math.random() * 1_000_000) * 1_000), histories: many } = values;
  const seed = readCount('--seed', first, 0);
  const histories = many === undefined ? undefined : readCount('--histories', many, 1);
  let failed = 0;
  if (!values['self-check']) for (const mode of wanted) failed += await run(mode, seed, histories);
  if (values['self-check'] || values.mode === undefined) failed += (await findUnnoticed(console.log)).length;
  return failed;
};

if (values.help) console.log(HELP);
else process.exit((await runWanted()) > 0 ? 1 : 0);
