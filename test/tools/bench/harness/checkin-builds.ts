import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { bundleFunction, directoryOf, PROJECT_DIRECTORY } from '../../../../lib/aws/bundling.ts';
import type { FunctionName } from '../../../../lib/aws/function-needs.ts';

/** A version of the check-in function as a file that can be deployed. */
export interface Build {
  readonly name: string;
  /** Writes `index.js` to a folder. */
  readonly write: (directory: string) => void;
  /** Where what is not in the bundle is found. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Bundled by the function that bundles ours, to the last option: it takes a folder beside `functions/` as well. */
const builtAsOurs = (name: string, folder: string): Build => ({
  name,
  write: (directory) => bundleFunction(`../test/tools/bench/peers/${folder}` as FunctionName, directory),
});

/**
 * As the CDK's NodejsFunction does if nothing else is said: neither minified nor with the SDK, which Lambda's runtime
 * has among its own files (here those of this project, through NODE_PATH, which is how the runtime finds its own).
 */
const builtAsTheCdkDoes: Build = {
  name: 'ours, built the default CDK way',
  write: (directory) => {
    buildSync({
      absWorkingDir: PROJECT_DIRECTORY,
      entryPoints: [join(directoryOf('checkin'), 'handler.ts')],
      outfile: join(directory, 'index.js'),
      bundle: true,
      platform: 'node',
      target: 'node24',
      external: ['@aws-sdk/*', '@smithy/*'],
      logLevel: 'warning',
    });
  },
  environment: { NODE_PATH: join(PROJECT_DIRECTORY, 'node_modules') },
};

/** Packages that Nest loads only if they are there, and that its documentation has left out of a bundle. */
const optionalToNest = [
  '@nestjs/microservices',
  '@nestjs/microservices/*',
  '@nestjs/websockets/*',
  'class-transformer',
  'class-validator',
];

const credentialProviders = ['http', 'ini', 'login', 'process', 'sso', 'web-identity'].map(
  (name) => `@aws-sdk/credential-provider-${name}`,
);

/** With the options of ours; but for the packages to leave out, which ours has no need to name. */
const nest: Build = {
  name: 'Nest',
  write: (directory) => {
    buildSync({
      absWorkingDir: PROJECT_DIRECTORY,
      entryPoints: ['test/tools/bench/peers/nest/handler.ts'],
      outfile: join(directory, 'index.js'),
      bundle: true,
      platform: 'node',
      target: 'node24',
      format: 'cjs',
      supported: { 'dynamic-import': false },
      mainFields: ['module', 'main'],
      minify: true,
      external: [...optionalToNest, ...credentialProviders],
      logLevel: 'warning',
    });
  },
};

export const ours: Build = { name: 'ours', write: (directory) => bundleFunction('checkin', directory) };
export const bare = builtAsOurs('bare', 'bare');
export const defaultCdk = builtAsTheCdkDoes;
export const frameworks: readonly Build[] = [
  builtAsOurs('hono', 'hono'),
  builtAsOurs('Powertools router', 'powertools'),
  builtAsOurs('Express', 'express'),
  builtAsOurs('Fastify', 'fastify'),
  nest,
];
