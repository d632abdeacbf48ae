import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Template } from './find.ts';
import type { StageName } from './stages.ts';

export interface SynthesisedStack {
  readonly template: Template;
  readonly name: string;
  readonly terminationProtection: boolean;
}

export interface SynthesisedStage {
  readonly stack: SynthesisedStack;
  /** What cdk-nag finds: a rule, with the prefix of its pack, and a resource: `HIPAA.Security-LambdaDLQ Functions/AuthFunction`. */
  readonly findings: readonly string[];
}

/** The stages `dev` and `full`, validated by the CDK. */
export interface RulesReport {
  readonly stacks: readonly SynthesisedStack[];
  readonly validation: object;
}

const { TEST_SHARED_FOLDER: sharedFolder } = process.env;
if (sharedFolder === undefined) throw new Error('TEST_SHARED_FOLDER is missing: it is set by npm run jest');
const folder = join(sharedFolder, 'stages');

const nodeOptions = [
  '--disable-warning=ExperimentalWarning',
  // The CDK's validation is WebAssembly, and optimising it takes more time than it saves.
  '--liftoff-only',
  // Collecting garbage in several threads takes a third more CPU time than in one.
  '--single-threaded-gc',
  '--max-semi-space-size=64',
];

/**
 * Synthesises all stages, unless another worker has begun to. They are synthesised in one process for all workers, so that the
 * workers do not each load the CDK.
 */
const synthesiseOnce = async (): Promise<void> => {
  const unfinished = `${folder}.unfinished`;
  try {
    mkdirSync(`${folder}.begun`);
  } catch {
    while (!existsSync(folder)) await setTimeout(50);
    return;
  }
  mkdirSync(unfinished);
  const words = [...nodeOptions, join(import.meta.dirname, 'write-stages.ts'), unfinished];
  // Ends the waiting of the other workers after a failure too. They then miss a file.
  await promisify(execFile)(process.execPath, words).finally(() => renameSync(unfinished, folder));
};

await synthesiseOnce();

const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));

export const readStage = (name: StageName) => read(name) as SynthesisedStage;
/** The stacks whose code is in a document. */
export const readDocumented = (name: 'events' | 'front') => read(`documented-${name}`) as SynthesisedStage;
export const readRules = () => read('rules') as RulesReport;

export const stackTemplate = (name: StageName = 'dev'): Template => readStage(name).stack.template;

/** Resources that the CDK itself adds serve the console. */
const isOfConsole = (id: string): boolean => /^(Console|Custom)/.test(id);

const partOf = (name: StageName, isConsole: boolean): Template => {
  const template = stackTemplate(name);
  const select = (section: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(section).filter(([id]) => isOfConsole(id) === isConsole));
  const { Resources, Outputs } = template;
  return { ...template, Resources: select(Resources), Outputs: select(Outputs) } as Template;
};

/** The console's /console/config.json, with placeholders for what only the deployment knows. */
export const readConsoleConfig = (name: StageName): unknown =>
  globSync(`${name}.out/asset.*/config.json`, { cwd: folder }).map((file) => read(file.replace(/\.json$/, '')))[0];

/** The stack without the console. */
export const serviceTemplate = (name: StageName = 'dev'): Template => partOf(name, false);
/** The stack's part that makes the console. */
export const consoleTemplate = (name: StageName = 'dev'): Template => partOf(name, true);
