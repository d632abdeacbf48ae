import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { App, type AppProps } from 'aws-cdk-lib/core';
import { Template } from 'aws-cdk-lib/assertions';
import type { ConsoleStack } from '../../lib/aws/console-stack.ts';
import { makeConsoleStack, makeServiceStack, readStageOf } from '../../lib/aws/make-stacks.ts';
import type { ServiceStack } from '../../lib/aws/service-stack.ts';

// Stack traces of constructs are not needed here, and take a quarter of the time.
process.env['CDK_DISABLE_STACK_TRACE'] = '1';

const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: Record<string, unknown> };

type Settings = Readonly<Record<string, unknown>>;

const assemblies: string[] = [];

/** The CDK does not delete the folder that it synthesises into. */
const makeAssemblyFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'cdk-assembly-'));
  assemblies.push(folder);
  return folder;
};

afterAll(() => {
  for (const folder of assemblies) rmSync(folder, { recursive: true });
});

/**
 * An app with the flags of cdk.json and some settings. Its functions are not bundled and its template is not validated, because
 * each would take a second; one test validates.
 */
export const makeTestApp = (settings: Settings = {}, props: AppProps = {}): App =>
  new App({
    builtinCloudFormationValidation: false,
    outdir: makeAssemblyFolder(),
    // A new account has 10, of which the CDK would warn each time.
    context: { ...context, 'aws:cdk:bundling-stacks': [], accountConcurrency: 1_000, ...settings },
    ...props,
  });

export const makeStack = (settings?: Settings, props?: Parameters<typeof makeServiceStack>[2]): ServiceStack => {
  const app = makeTestApp(settings);
  return makeServiceStack(app, readStageOf(app), props);
};

export const synthesise = (...args: Parameters<typeof makeStack>): Template => Template.fromStack(makeStack(...args));

/** A small example of the console's build output. */
const consoleFiles = [
  { path: '/console/index.html', cacheControl: 'no-cache', body: Buffer.from('<!doctype html>') },
  {
    path: '/console/assets/main-ABCDEFGH.js',
    cacheControl: 'public, max-age=31536000, immutable',
    body: Buffer.from('1'),
  },
];

export const makeTestConsole = (settings?: Settings, props?: AppProps): ConsoleStack => {
  const app = makeTestApp(settings, props);
  const stage = readStageOf(app);
  return makeConsoleStack(app, stage, makeServiceStack(app, stage), consoleFiles);
};

export const synthesiseConsole = (settings?: Settings): Template => Template.fromStack(makeTestConsole(settings));

/**
 * Synthesised by the first test file of a run that asks for it; the others read it. Two that ask at the same time both make it.
 * Renamed into place, because a file that is being written must not be read.
 */
const once = (name: string, settings: Settings, make: (settings: Settings) => Template): Template => {
  const folder = process.env['TEST_SHARED_FOLDER'];
  if (folder === undefined) throw new Error('npm run jest sets TEST_SHARED_FOLDER');
  const file = join(folder, `${name}-${encodeURIComponent(JSON.stringify(settings))}.json`);
  if (existsSync(file)) return Template.fromJSON(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>);
  const template = make(settings);
  const unfinished = join(folder, randomUUID());
  writeFileSync(unfinished, JSON.stringify(template.toJSON()));
  renameSync(unfinished, file);
  return template;
};

/** The service's template with settings that several test files look at; not to be changed. */
export const serviceTemplate = (settings: Settings = {}): Template => once('service', settings, synthesise);

/** The console's template with settings that several test files look at; not to be changed. */
export const consoleTemplate = (settings: Settings = {}): Template => once('console', settings, synthesiseConsole);
