import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { App, Stack, Validations } from 'aws-cdk-lib/core';
import { SynthesisMessageLevel, type CloudAssembly } from 'aws-cdk-lib/cx-api';
import { makeConsoleStack, makeServiceStack } from '../../lib/aws/make-stacks.ts';
import { readStage, readStageOf, type Stage } from '../../lib/aws/read-stage.ts';
import type { RulesReport, Settings, SynthesisedStack, SynthesisedStage } from './synthesise.ts';

/**
 * Synthesises stacks for the tests of one run, in a separate process, so that the workers do not each load the CDK and
 * synthesise the same stacks. `test/support/run/synthesiser-process.ts` starts this process and passes it the connections of
 * the tests.
 */

// Stack traces of constructs are not needed here, and take a quarter of the time of a synthesis.
process.env['CDK_DISABLE_STACK_TRACE'] = '1';

const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: Settings };

/**
 * An app with the flags of cdk.json and the given settings. It does not bundle the functions, and validates the templates only
 * for `checkRules`, because bundling and validation take a second each.
 */
const makeTestApp = (settings: Settings, builtinCloudFormationValidation = false): App =>
  new App({
    builtinCloudFormationValidation,
    // The file tree.json, which no test reads, takes another quarter.
    treeMetadata: false,
    outdir: join(process.env['TEST_SHARED_FOLDER'] ?? '', `assembly-${randomUUID()}`),
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
const addStacks = (app: App, stage: Stage) => {
  const service = makeServiceStack(app, stage);
  return { service, ...(stage.settings.console && { console: makeConsoleStack(app, stage, service, consoleFiles) }) };
};

const describeStack = (stack: Stack, assembly: CloudAssembly): SynthesisedStack => {
  const { template, messages } = assembly.getStackArtifact(stack.artifactId);
  return {
    template: template as object,
    name: stack.stackName,
    dependencies: stack.dependencies.map(({ stackName }) => stackName),
    terminationProtection: stack.terminationProtection ?? false,
    warnings: messages
      .filter(({ level }) => level === SynthesisMessageLevel.WARNING)
      .map(({ entry }) => entry.data as string),
  };
};

const synthesise = (settings: Settings): SynthesisedStage => {
  const app = makeTestApp(settings);
  const { service, console } = addStacks(app, readStageOf(app));
  const assembly = app.synth();
  return {
    service: describeStack(service, assembly),
    ...(console && { console: describeStack(console, assembly) }),
  };
};

const acceptedRulesIn = (stack: Stack): [string, string][] =>
  stack.node
    .findAll()
    .flatMap(({ node }) => node.metadata)
    .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
    .flatMap(({ data }) => Object.entries(data as Record<string, string>));

const checkRules = async (settings: readonly Settings[]): Promise<RulesReport> => {
  const { AwsSolutionsChecks, ServerlessChecks } = await import('cdk-nag');
  // One app for all stages, because the validation takes three seconds to load its rules for an app.
  const app = makeTestApp({}, true);
  for (const each of settings) addStacks(app, readStage({ ...context, ...each }));
  const stacks = app.node.children.filter((child) => Stack.isStack(child));
  const packs = stacks.flatMap((stack) =>
    [new AwsSolutionsChecks(stack), new ServerlessChecks(stack)].map((pack) => ({ pack, stack })),
  );
  const violations = packs.flatMap(({ pack, stack }) => pack.validateScope(stack).violations);
  const assembly = app.synth();
  return {
    templates: Object.fromEntries(stacks.map((stack) => [stack.stackName, describeStack(stack, assembly).template])),
    violations,
    validation: JSON.parse(readFileSync(join(assembly.directory, 'validation-report.json'), 'utf8')) as object,
    accepted: stacks.flatMap(acceptedRulesIn),
  };
};

const checkCompliance = async (settings: Settings): Promise<string[]> => {
  const nag = await import('cdk-nag');
  const packs = [
    nag.AwsSolutionsChecks,
    nag.ServerlessChecks,
    nag.HIPAASecurityChecks,
    nag.NIST80053R5Checks,
    nag.PCIDSS321Checks,
  ];
  const app = makeTestApp(settings);
  const { service, console } = addStacks(app, readStageOf(app));
  const found = [service, ...(console ? [console] : [])].flatMap((stack) =>
    packs.flatMap((Pack) => new Pack(stack).validateScope(stack).violations),
  );
  return [...new Set(found.map(({ ruleName }) => ruleName))];
};

/** Each stage is synthesised only once for all tests. */
const synthesisedStages = new Map<string, SynthesisedStage>();

const respond = async (path: string | undefined, body: unknown): Promise<object> => {
  if (path === '/rules') return checkRules(body as Settings[]);
  if (path === '/compliance') return checkCompliance(body as Settings);
  const key = JSON.stringify(body);
  const stage = synthesisedStages.get(key) ?? synthesise(body as Settings);
  synthesisedStages.set(key, stage);
  return stage;
};

// Idle connections stay open during the run. If one were closed while a test sends a request on it, the test would get no
// response.
const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
  json(request)
    .then((body) => respond(request.url, body))
    .catch((error: unknown) => ({ error: String(error) }))
    .then((result) => response.end(JSON.stringify(result)))
    .catch((error: unknown) => console.error(error));
});
process.on('message', (_, socket) => {
  if (socket instanceof Socket) server.emit('connection', socket);
});
process.on('disconnect', () => process.exit());
