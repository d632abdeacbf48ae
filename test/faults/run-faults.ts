import { parseArgs } from 'node:util';
import { startBench } from './bench.ts';
import { runHistories, runSweep, type CampaignResult } from './campaign.ts';
import { modes, type Mode } from './history-plan.ts';
import { findUnnoticed } from './self-check.ts';

const { values } = parseArgs({
  options: {
    mode: { type: 'string' },
    seed: { type: 'string' },
    histories: { type: 'string' },
    'self-check': { type: 'boolean' },
  },
});

const DEFAULT_HISTORIES: Readonly<Record<Mode, number>> = { wire: 2_000, large: 20, kill: 300, clock: 200 };

const tell = (name: string, { failures, broken, ...numbers }: CampaignResult, met: ReadonlyMap<string, number>) => {
  const faults = [...met].map(([kind, times]) => `${kind} ${times}`).join(', ');
  console.log(`${name}: ${JSON.stringify(numbers)}\n  faults: ${faults}`);
  for (const failure of failures) console.log(failure);
};

/** One kind of trouble on a service and tables of its own. @returns how many histories broke what must hold. */
const run = async (mode: Mode | 'sweep', seed: number): Promise<number> => {
  const bench = await startBench();
  try {
    const started = performance.now();
    const count = Number(values.histories ?? DEFAULT_HISTORIES[mode as Mode] ?? 0);
    const result = mode === 'sweep' ? await runSweep(bench) : await runHistories(mode, seed, count, bench);
    tell(`${mode} from seed ${seed}, ${((performance.now() - started) / 1_000).toFixed(0)} s`, result, bench.met);
    return result.failures.length;
  } finally {
    await bench.stop();
  }
};

const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000) * 1_000);
const wanted = values.mode === undefined ? (['sweep', ...modes] as const) : [values.mode as Mode];
let failed = 0;
if (!values['self-check']) for (const mode of wanted) failed += await run(mode, seed);
if (values['self-check'] || values.mode === undefined) failed += (await findUnnoticed(console.log)).length;
process.exit(failed > 0 ? 1 : 0);
