import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { bundleFunction, directoryOf, PROJECT_DIRECTORY } from '../../../../lib/aws/bundling.ts';
import type { FunctionName } from '../../../../lib/aws/function-needs.ts';

/** A version of the check-in function as a file that can be deployed. */
export interface Build {
  readonly name: string;
  /** Writes `index.js` to a folder. */
  readonly write: (directory: string) => void;
  /** Folder of the packages that are not in the bundle. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Bundled with the same function and options as the service's. The function accepts folders outside `functions/` too. */
const builtAsOurs = (name: string, folder: string): Build => ({
  name,
  write: (directory) => bundleFunction(`../test/tools/bench/peers/${folder}` as FunctionName, directory),
});

/**
 * Like the CDK's NodejsFunction by default: not minified, and without the SDK, which Lambda's runtime provides through NODE_PATH.
 * Here NODE_PATH leads to this project's packages.
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

/** Optional packages of Nest, which its documentation excludes from bundles. */
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

/** With the service's options, and with packages to exclude, which the service does not need. */
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
