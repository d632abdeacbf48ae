import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { App, type Stack } from 'aws-cdk-lib/core';
import { SynthesisMessageLevel, type CloudFormationStackArtifact } from 'aws-cdk-lib/cx-api';
import * as nag from 'cdk-nag';
import { ConsoleStack } from '../../lib/aws/console-stack.ts';
import { readStage } from '../../lib/aws/read-stage.ts';
import { ServiceStack } from '../../lib/aws/service-stack.ts';
import { stages, type StageName } from './stages.ts';
import type { RulesReport, SynthesisedStack, SynthesisedStage } from './synthesise.ts';

// Synthesises the stages of the tests. usage: node write-stages.ts FOLDER

// Stack traces of constructs are not needed here, and take a quarter of the time of a synthesis.
process.env['CDK_DISABLE_STACK_TRACE'] = '1';

const [, , folder = ''] = process.argv;
const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: object };

const ownRules = [nag.AwsSolutionsChecks, nag.ServerlessChecks];
const bankRules = [...ownRules, nag.HIPAASecurityChecks, nag.NIST80053R5Checks, nag.PCIDSS321Checks];
const rulesOf: Partial<Record<StageName, typeof bankRules>> = {
  dev: ownRules,
  full: ownRules,
  fronted: ownRules,
  prod: bankRules,
  careful: bankRules,
};

/** An app that does not bundle the functions and does not validate its templates, because either takes seconds. */
const makeApp = (name: string, settings: object = {}, builtinCloudFormationValidation = false): App =>
  new App({
    builtinCloudFormationValidation,
    // The file tree.json, which no test reads, takes another quarter.
    treeMetadata: false,
    outdir: join(folder, `${name}.out`),
    context: { ...context, 'aws:cdk:bundling-stacks': [], ...settings },
  });

/** A small example of the console's build output. */
const consoleFiles = [
  { path: '/console/index.html', cacheControl: 'no-cache', body: Buffer.from('<!doctype html>') },
  {
    path: '/console/assets/main-ABCDEFGH.js',
    cacheControl: 'public, max-age=31536000, immutable',
    body: Buffer.from('1'),
  },
];

/** Adds the stacks of a stage, as `bin/app.ts` does. */
const addStacks = (app: App, name: StageName): Stack[] => {
  const stage = readStage({ ...context, ...stages[name] });
  const service = new ServiceStack(app, stage);
  return stage.settings.console ? [service, new ConsoleStack(app, stage, service, consoleFiles)] : [service];
};

const describeStack = (artifact: CloudFormationStackArtifact): SynthesisedStack => ({
  template: artifact.template as SynthesisedStack['template'],
  name: artifact.stackName,
  dependencies: artifact.dependencies.map(({ id }) => id),
  terminationProtection: artifact.terminationProtection ?? false,
  warnings: artifact.messages
    .filter(({ level }) => level === SynthesisMessageLevel.WARNING)
    .map(({ entry }) => entry.data as string),
});

const synthesise = (name: StageName): SynthesisedStage => {
  const app = makeApp(name, stages[name]);
  const stacks = addStacks(app, name);
  const packs = stacks.flatMap((stack) => (rulesOf[name] ?? []).map((Rules) => ({ stack, pack: new Rules(stack) })));
  const findings = packs.flatMap(({ stack, pack }) =>
    pack
      .validateScope(stack)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(
          ({ constructPath = '' }) => `${ruleName} ${constructPath.replace(`${stack.node.path}/`, '')}`,
        ),
      ),
  );
  return { stacks: app.synth().stacks.map(describeStack), findings };
};

/** Validates stages in one app, because the validation takes three seconds to load its rules for an app. */
const validate = (names: readonly StageName[]): RulesReport => {
  const app = makeApp('rules', {}, true);
  for (const name of names) addStacks(app, name);
  const { stacks, directory } = app.synth();
  return {
    stacks: stacks.map(describeStack),
    validation: JSON.parse(readFileSync(join(directory, 'validation-report.json'), 'utf8')) as object,
  };
};

/** Synthesises the stack whose code is in docs/events.md, in a folder of its own, as somebody who copied the code would. */
const synthesiseDocumented = async (): Promise<SynthesisedStage> => {
  const copied = join(folder, 'documented');
  mkdirSync(copied);
  symlinkSync(resolve('node_modules'), join(copied, 'node_modules'), 'junction');
  writeFileSync(join(copied, 'package.json'), '{"type":"module"}');
  const [, code = ''] = /```ts event-rules.ts\n(.*?)```/s.exec(readFileSync('docs/events.md', 'utf8')) ?? [];
  const file = join(copied, 'event-rules.ts');
  writeFileSync(file, code);
  const { EventRules } = (await import(pathToFileURL(file).href)) as {
    EventRules: new (...args: [App, string]) => Stack;
  };
  const app = new App({ outdir: join(copied, 'out') });
  void new EventRules(app, 'Example');
  return { stacks: app.synth().stacks.map(describeStack), findings: [] };
};

const write = (name: string, content: SynthesisedStage | RulesReport): void =>
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(content));

for (const name of Object.keys(stages) as StageName[]) write(name, synthesise(name));
write('rules', validate(['dev', 'full']));
write('documented', await synthesiseDocumented());
