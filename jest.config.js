import { availableParallelism } from 'node:os';

export default {
  testEnvironment: 'node',
  transform: {},
  extensionsToTreatAsEsm: ['.ts'],
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  testTimeout: 20_000,
  // Most of the time is waiting: one worker more than there are cores.
  maxWorkers: availableParallelism() + 1,
  coverageProvider: 'v8',
  collectCoverageFrom: ['shared/**/*.ts', 'functions/**/*.ts'],
  coverageReporters: ['text-summary', 'lcovonly'],
  coverageThreshold: { global: { branches: 95 } },
};
