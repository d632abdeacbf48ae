import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildSync } from 'esbuild';
import type { FunctionName } from './function-permissions.ts';

export const PROJECT_DIRECTORY = join(import.meta.dirname, '../..');

/** The folder of a function's code, relative to the project. */
export const directoryOf = (name: FunctionName): string => `functions/${name}`;

/** The handler in Lambda's notation, `file.export`, in the file that {@link bundleFunction} writes. */
export const HANDLER = 'index.handler';

/**
 * Credential providers that are left out. Lambda passes credentials in environment variables, which the SDK tries first. The
 * other providers would be a quarter of the bundle.
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

/** Modules that only streaming operations load. No function calls such an operation. */
const streamsNotUsed = ['@smithy/core/event-streams'];

/** Options of esbuild. They bundle a function into one file that needs only Node.js. */
const optionsFor = (name: FunctionName) => ({
  absWorkingDir: PROJECT_DIRECTORY,
  entryPoints: [`${directoryOf(name)}/handler.ts`],
  // The paths in the source map are relative to this output file, so the bundle does not depend on the output folder.
  outfile: 'index.js',
  write: false as const,
  bundle: true,
  platform: 'node' as const,
  target: 'node24',
  // Importing node:http from an ES module also loads undici (nodejs/node#57649), which costs 15 % of a cold start. An import()
  // left in a CommonJS file costs the same.
  format: 'cjs' as const,
  supported: { 'dynamic-import': false },
  mainFields: ['module', 'main'],
  minify: true,
  external: [...credentialProvidersNotUsed, ...streamsNotUsed],
  // The source map is for people who read stack traces. The function does not load it, because that would double the load time.
  sourcemap: 'external' as const,
  sourcesContent: false,
  logLevel: 'warning' as const,
});

/** Writes `index.js`, its source map, and a package.json that says that `index.js` is CommonJS. */
export const bundleFunction = (name: FunctionName, outputDirectory: string): void => {
  mkdirSync(outputDirectory, { recursive: true });
  for (const { path, contents } of buildSync(optionsFor(name)).outputFiles) {
    writeFileSync(join(outputDirectory, basename(path)), contents);
  }
  writeFileSync(join(outputDirectory, 'package.json'), '{"type":"commonjs"}\n');
};
