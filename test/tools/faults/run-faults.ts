import { parseArgs } from 'node:util';
import { readWholeNumber } from '../../support/read-whole-number.ts';
import { startBench } from './bench.ts';
import { engines } from './bench-database.ts';
import { runHistories, type RunResult } from './run-histories.ts';
import { runSweep } from './run-sweep.ts';
import { modes, type Mode } from './history-plan.ts';
import { findUnnoticed } from './self-check.ts';

const HELP = `Usage: npm run test:faults -- [--mode ${['sweep', ...modes].join('|')}] [--seed N] [--histories N] [--engine NAME] [--self-check]

Injects faults into the service and checks the invariants. Without arguments: every mode, then the self-check.
  --mode        one mode only
  --seed        the seed of the first history; a failure prints it
  --histories   how many, with consecutive seeds; a sweep has one for each call and fault, or as many of these
  --engine      ${engines.join(' or ')} (embedded)
  --self-check  only the self-check: removes one protection of the service after another
Exit code 1 if an invariant was broken, a history is undecided, or a removed protection was not noticed.`;

const { values } = parseArgs({
  options: {
    mode: { type: 'string' },
    seed: { type: 'string' },
    histories: { type: 'string' },
    engine: { type: 'string', default: 'embedded' },
    'self-check': { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

const engine = engines.find((one) => one === values.engine) ?? 'embedded';
if (engine !== values.engine) throw new Error(`--engine must be one of ${engines.join(', ')}`);

type BenchMode = Mode | 'sweep';

const DEFAULT_HISTORIES: Readonly<Record<Mode, number>> = { wire: 600, large: 20, kill: 100, clock: 100 };
const benchModes: readonly BenchMode[] = ['sweep', ...modes];

const readModes = (mode: string | undefined): readonly BenchMode[] => {
  const wanted = benchModes.filter((one) => mode === undefined || one === mode);
  if (wanted.length === 0) throw new Error(`--mode must be one of ${benchModes.join(', ')}`);
  return wanted;
};

/** Each has its own service and tables, so that neither grows for long; its results are printed at its end. */
const HISTORIES_A_BENCH = 200;

const report = (
  name: string,
  { failures, undecided, broken, ...numbers }: RunResult,
  injected: ReadonlyMap<string, number>,
) => {
  const faults = [...injected].map(([kind, times]) => `${kind} ${times}`).join(', ');
  console.log(`${name}: ${JSON.stringify(numbers)}\n  faults: ${faults}`);
  for (const one of [...undecided, ...failures]) console.log(one);
};

/** Runs histories on one service. @returns the number of those that broke an invariant or are undecided */
const runOnBench = async (mode: BenchMode, seed: number, count: number): Promise<number> => {
  const bench = await startBench(engine);
  try {
    const started = performance.now();
    const result = mode === 'sweep' ? await runSweep(bench, count) : await runHistories(mode, seed, count, bench);
    const seconds = ((performance.now() - started) / 1_000).toFixed(0);
    report(`${mode} on ${engine} from seed ${seed}, ${seconds} s`, result, bench.injected);
    return result.failures.length + result.undecided.length;
  } finally {
    await bench.stop();
  }
};

const run = async (mode: BenchMode, seed: number, histories: number | undefined): Promise<number> => {
  if (mode === 'sweep') return runOnBench(mode, seed, histories ?? Infinity);
  const count = histories ?? DEFAULT_HISTORIES[mode];
  let failed = 0;
  for (let done = 0; done < count; done += HISTORIES_A_BENCH)
    failed += await runOnBench(mode, seed + done, Math.min(HISTORIES_A_BENCH, count - done));
  return failed;
};

const runWanted = async (): Promise<number> => {
  const wanted = readModes(values.mode);
  const { seed: first = String(Math.floor(Math.random() * 1_000_000) * 1_000), histories: many } = values;
  const seed = readWholeNumber('--seed', first, 0);
  const histories = many === undefined ? undefined : readWholeNumber('--histories', many, 1);
  let failed = 0;
  if (!values['self-check']) for (const mode of wanted) failed += await run(mode, seed, histories);
  if (values['self-check'] || values.mode === undefined) failed += (await findUnnoticed(console.log)).length;
  return failed;
};

if (values.help) console.log(HELP);
else process.exit((await runWanted()) > 0 ? 1 : 0);
