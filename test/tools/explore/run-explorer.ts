import { withChanges } from '../change-source.ts';
import { runCommand } from '../processes.ts';
import { readOptions } from '../read-options.ts';
import type { BrokenRun } from './explore.ts';
import { makeDeterministic } from './determinism.ts';
import { mutants } from './mutants.ts';

makeDeterministic();
const { explore } = await import('./explore.ts');
const { scenarios } = await import('./scenarios.ts');

const HELP = `Usage: npm run test:exhaustive -- [--scenario NAME] [--faults N] [--small] [--self-check]

Tries every order in which a few parallel requests make calls, with faults, crashes and stale reads. Checks the invariants.
  --scenario    runs one scenario or one group of scenarios; default: all
  --faults      the maximum number of faults, crashes and stale reads in one run; default: the scenario's
  --small       runs only pairs of requests, without faults, in a few seconds, as npm test does
  --self-check  removes each protection of the service in turn, checks that its removal is noticed, and prints the violation
Exit code 1 if an invariant is broken, or the removal of a protection was not noticed.`;

const { values } = readOptions(HELP, {
  scenario: { type: 'string' },
  faults: { type: 'string' },
  small: { type: 'boolean' },
  'self-check': { type: 'boolean' },
});

const printBroken = (run: BrokenRun, scenario: string): void => {
  for (const { invariant, detail } of run.violations) console.log(`BROKEN: ${invariant}\n    ${detail}`);
  for (const line of run.log) console.log(`  ${line}`);
  console.log(`  To repeat: npm run test:exhaustive -- --scenario ${scenario} --faults ${run.faults}`);
};

/** CPU time instead of elapsed time, because the machine may be busy with something else. */
const cpuSeconds = (): string => ((process.cpuUsage().user + process.cpuUsage().system) / 1e6).toFixed(0);

const runScenarios = async (): Promise<boolean> => {
  const all = values.small ? scenarios.filter(({ actors }) => actors.length === 2) : scenarios;
  const isWanted = (name: string): boolean => [undefined, name, name.split('/')[0]].includes(values.scenario);
  const wanted = all.filter(({ name }) => isWanted(name));
  if (wanted.length === 0) throw new Error(`--scenario must be one of ${scenarios.map(({ name }) => name).join(', ')}`);
  let isBroken = false;
  let total = { states: 0, runs: 0 };
  for (const scenario of wanted) {
    const faults = Number(values.faults ?? (values.small ? 0 : scenario.faults));
    const { states, runs, brokenRun } = await explore(scenario, faults);
    total = { states: total.states + states, runs: total.runs + runs };
    console.log(`${scenario.name}: ${faults} faults, ${states} states, ${runs} runs`);
    if (brokenRun) printBroken(brokenRun, scenario.name);
    isBroken ||= brokenRun !== undefined;
  }
  if (wanted.length > 1)
    console.log(`${wanted.length} scenarios, ${total.states} states, ${total.runs} runs, ${cpuSeconds()} s of CPU`);
  return isBroken;
};

/** Runs the explorer with one protection removed after another. @returns whether a removal was not noticed */
const runSelfCheck = async (): Promise<boolean> => {
  let isIncomplete = false;
  for (const [name, mutant] of Object.entries(mutants)) {
    const words = [import.meta.filename, '--scenario', mutant.scenario];
    const { stdout, stderr } = await runCommand(process.execPath, words, withChanges(process.env, [mutant]));
    const isNoticed = stdout.includes(`BROKEN: ${mutant.breaks}\n`);
    isIncomplete ||= !isNoticed;
    const output = (stdout + stderr).trim().replaceAll('\n', '\n  ');
    console.log(`${isNoticed ? 'noticed' : 'NOT NOTICED'}: ${name}\n  ${output}`);
  }
  return isIncomplete;
};

process.exitCode = (await (values['self-check'] ? runSelfCheck() : runScenarios())) ? 1 : 0;
