import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, type Stack } from 'aws-cdk-lib/core';
import type { CloudFormationStackArtifact } from 'aws-cdk-lib/cx-api';
import * as nag from 'cdk-nag';
import { ApiFront } from '../../docs/examples/api-front.ts';
import { EventRules } from '../../docs/examples/event-rules.ts';
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

/** Adds the stack of a stage, as `bin/app.ts` does. */
const addStack = (app: App, name: StageName): Stack => {
  const stage = readStage({ ...context, ...stages[name] });
  return new ServiceStack(app, stage, stage.settings.console ? consoleFiles : undefined);
};

const describeStack = (artifact: CloudFormationStackArtifact): SynthesisedStack => ({
  template: artifact.template as SynthesisedStack['template'],
  name: artifact.stackName,
  terminationProtection: artifact.terminationProtection ?? false,
});

const synthesise = (name: StageName): SynthesisedStage => {
  const app = makeApp(name, stages[name]);
  const stack = addStack(app, name);
  const findings = (rulesOf[name] ?? []).flatMap((Rules) =>
    new Rules(stack)
      .validateScope(stack)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(
          ({ constructPath = '' }) => `${ruleName} ${constructPath.replace(`${stack.node.path}/`, '')}`,
        ),
      ),
  );
  return { stack: describeStack(app.synth().getStackArtifact(stack.artifactId)), findings };
};

/** Validates stages in one app, because the validation takes three seconds to load its rules for an app. */
const validate = (names: readonly StageName[]): RulesReport => {
  const app = makeApp('rules', {}, true);
  for (const name of names) addStack(app, name);
  const { stacks, directory } = app.synth();
  return {
    stacks: stacks.map(describeStack),
    validation: JSON.parse(readFileSync(join(directory, 'validation-report.json'), 'utf8')) as object,
  };
};

/** Synthesises an example of the documents. */
const synthesiseExample = (Example: new (app: App, id: string) => Stack): SynthesisedStage => {
  const app = new App({ outdir: join(folder, Example.name) });
  const stack = new Example(app, 'Example');
  return { stack: describeStack(app.synth().getStackArtifact(stack.artifactId)), findings: [] };
};

const write = (name: string, content: SynthesisedStage | RulesReport): void =>
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(content));

for (const name of Object.keys(stages) as StageName[]) write(name, synthesise(name));
write('rules', validate(['dev', 'full']));
write('documented-events', synthesiseExample(EventRules));
write('documented-front', synthesiseExample(ApiFront));
