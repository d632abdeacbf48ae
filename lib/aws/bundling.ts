import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildSync } from 'esbuild';
import type { FunctionName } from './function-needs.ts';

export const PROJECT_DIRECTORY = join(import.meta.dirname, '../..');

/** The folder of a function's code, relative to the project. */
export const directoryOf = (name: FunctionName): string => `functions/${name}`;

/** The handler in Lambda's notation, `file.export`, in the file that {@link bundleFunctions} writes. */
export const HANDLER = 'index.handler';

/**
 * Credential providers that are left out. Lambda passes credentials in environment variables, which the SDK tries first; the code
 * for the other ways would be a quarter of the bundle.
 */
const credentialProvidersNotUsed = [
  '@aws-sdk/credential-provider-http',
  '@aws-sdk/credential-provider-ini',
  '@aws-sdk/credential-provider-login',
  '@aws-sdk/credential-provider-process',
  '@aws-sdk/credential-provider-sso',
  '@aws-sdk/credential-provider-web-identity',
  '@smithy/credential-provider-imds',
];

/** Loaded by streaming operations, which no function calls. */
const streamsNotUsed = ['@smithy/core/event-streams'];

/** The bundling of every function, for AWS and for tests: one file each that needs only Node.js. */
const optionsFor = (names: readonly FunctionName[]) => ({
  absWorkingDir: PROJECT_DIRECTORY,
  entryPoints: names.map((name) => ({ in: `${directoryOf(name)}/handler.ts`, out: basename(name) })),
  // The source maps are relative to this folder, so the bundles do not depend on the output folders.
  outdir: '.',
  write: false as const,
  bundle: true,
  platform: 'node' as const,
  target: 'node24',
  // Importing node:http from an ES module also loads undici (nodejs/node#57649) and costs 15 % of a cold start; so does
  // an import() that is left in a CommonJS file.
  format: 'cjs' as const,
  supported: { 'dynamic-import': false },
  mainFields: ['module', 'main'],
  minify: true,
  external: [...credentialProvidersNotUsed, ...streamsNotUsed],
  alias: { 'mnemonist/lru-cache': './lib/aws/few-entries-cache.ts' },
  // For people who read a stack trace. The function does not load it, because that would double the load time.
  sourcemap: 'external' as const,
  sourcesContent: false,
  logLevel: 'warning' as const,
});

/**
 * Bundles functions: into the folder of each, it writes `index.js`, its source map, and the package.json that tells Node.js which
 * kind of module it is. esbuild reads the modules that they share once, which halves the time for all functions. The files are the
 * same as if each function was bundled alone.
 */
export const bundleFunctions = (names: readonly FunctionName[], folderOf: (name: FunctionName) => string): void => {
  const { outputFiles } = buildSync(optionsFor(names));
  for (const name of names) {
    mkdirSync(folderOf(name), { recursive: true });
    for (const { path, contents } of outputFiles) {
      const [file, ...extensions] = basename(path).split('.');
      if (file === basename(name)) writeFileSync(join(folderOf(name), ['index', ...extensions].join('.')), contents);
    }
    writeFileSync(join(folderOf(name), 'package.json'), '{"type":"commonjs"}\n');
  }
};

export const bundleFunction = (name: FunctionName, outputDirectory: string): void =>
  bundleFunctions([name], () => outputDirectory);
