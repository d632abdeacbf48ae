import { enableCompileCache } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { browserPath } from './test/browser/support/find-browser.ts';

// The workers and the programs that tests start keep compiled code and stripped types between starts.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compile');
enableCompileCache(process.env.NODE_COMPILE_CACHE);

if (browserPath === undefined) console.log('No Chromium found: the browser tests are skipped.');

export default {
  transform: { '\\.ts$': '<rootDir>/test/support/run/strip-types.ts' },
  extensionsToTreatAsEsm: ['.ts'],
  roots: ['bin', 'functions', 'lib', 'shared', 'test'].map((folder) => `<rootDir>/${folder}`),
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...(browserPath === undefined ? ['/test/browser/'] : [])],
  globalSetup: '<rootDir>/test/support/run/set-up.ts',
  globalTeardown: '<rootDir>/test/support/run/tear-down.ts',
  setupFilesAfterEnv: ['<rootDir>/test/support/run/set-up-file.ts'],
  testTimeout: 120_000,
  // Another worker would save a tenth of the time, but take a tenth more of the processor's: it loads all modules again.
  maxWorkers: availableParallelism(),
  // A worker that ends on a busy machine may need more than Jest's 500 ms. One that an open handle keeps alive is still reported.
  workerGracefulExitTimeout: 10_000,
  coverageProvider: 'v8',
  collectCoverageFrom: ['shared/**/*.ts', 'functions/**/*.ts'],
  coverageReporters: ['text-summary', 'lcovonly'],
  coverageThreshold: { global: { branches: 95 } },
};
