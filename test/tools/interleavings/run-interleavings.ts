import { withChanges } from '../change-source.ts';
import { runCommand } from '../processes.ts';
import { readOptions } from '../read-options.ts';
import { makeDeterministic } from './determinism.ts';
import { mutants } from './mutants.ts';

makeDeterministic();
const { groups } = await import('./groups.ts');
const { checkGroup } = await import('./interleave.ts');

const HELP = `Usage: npx node test/tools/interleavings/run-interleavings.ts [--group NAME] [--runs N] [--seed N [--path PATH]]
       npx node test/tools/interleavings/run-interleavings.ts --self-check [--only TEXT]

Lets a few requests act at once, in a random order of their calls and with random faults, and checks the invariants.
  --group       draws from one group of actors; default: ${groups.map(({ name }) => name).join(', ')}
  --runs        how many runs of each group; default: 1000
  --seed        draws the same runs again; default: another seed each time
  --path        repeats one run of a seed
  --self-check  removes each protection of the service in turn, checks that its removal is noticed, and prints the story
  --only        removes only protections whose name contains the text
Exit code 1 if an invariant is broken, or the removal of a protection was not noticed.`;

const { values } = readOptions(HELP, {
  group: { type: 'string' },
  runs: { type: 'string', default: '1000' },
  seed: { type: 'string' },
  path: { type: 'string' },
  'self-check': { type: 'boolean' },
  only: { type: 'string', default: '' },
});

/** CPU time instead of elapsed time, because the machine may be busy with something else. */
const cpuSeconds = (): string => ((process.cpuUsage().user + process.cpuUsage().system) / 1e6).toFixed(1);

const runGroups = async (): Promise<boolean> => {
  const wanted = groups.filter(({ name }) => [undefined, name].includes(values.group));
  if (wanted.length === 0) throw new Error(`--group must be one of ${groups.map(({ name }) => name).join(', ')}`);
  const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
  let isBroken = false;
  for (const group of wanted) {
    const { path } = values;
    const details = await checkGroup(group, {
      seed,
      numRuns: Number(values.runs),
      ...(path !== undefined && { path, endOnFailure: true }),
    });
    console.log(`${group.name}: ${details.numRuns} runs, ${details.numShrinks} shrinks, ${cpuSeconds()} s of CPU`);
    if (!details.failed) continue;
    isBroken = true;
    console.log((details.errorInstance as Error).message);
    console.log(`  To repeat: --group ${group.name} --seed ${seed} --path ${details.counterexamplePath}`);
  }
  return isBroken;
};

/** Runs groups with one protection removed after another. @returns whether a removal was not noticed */
const runSelfCheck = async (): Promise<boolean> => {
  let isIncomplete = false;
  for (const [name, mutant] of Object.entries(mutants).filter(([text]) => text.includes(values.only))) {
    const words = [import.meta.filename, '--group', mutant.group, '--seed', values.seed ?? '1', '--runs', '20000'];
    const { stdout, stderr } = await runCommand(process.execPath, words, withChanges(process.env, [mutant]));
    const isNoticed = stdout.includes('\nBROKEN: ');
    isIncomplete ||= !isNoticed;
    console.log(
      `${isNoticed ? 'noticed' : 'NOT NOTICED'}: ${name}\n  ${(stdout + stderr).trim().replaceAll('\n', '\n  ')}`,
    );
  }
  return isIncomplete;
};

process.exitCode = (await (values['self-check'] ? runSelfCheck() : runGroups())) ? 1 : 0;
