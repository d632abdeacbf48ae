export default {
  testEnvironment: 'node',
  transform: {},
  extensionsToTreatAsEsm: ['.ts'],
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  testTimeout: 20_000,
  // Most of the time is waiting: one worker a core, and none kept back.
  maxWorkers: '100%',
  coverageProvider: 'v8',
  collectCoverageFrom: ['shared/**/*.ts', 'functions/**/*.ts'],
  coverageReporters: ['text-summary', 'lcovonly'],
  coverageThreshold: { global: { branches: 95 } },
};
