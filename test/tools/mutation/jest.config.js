import config from '../../../jest.config.js';

// The contract tests then run on the database in memory.
process.env['TEST_DATABASE'] = 'memory';

/** Of all tests those that need no server, so that each of many hundred mutants can be tried on them. */
export default {
  rootDir: '../../..',
  testEnvironment: config.testEnvironment,
  testTimeout: config.testTimeout,
  transform: config.transform,
  extensionsToTreatAsEsm: config.extensionsToTreatAsEsm,
  // The sources too: which tests a file concerns is found by following imports, and only within these.
  roots: ['functions', 'lib', 'shared', 'test'].map((folder) => `<rootDir>/${folder}`),
  testMatch: [
    '<rootDir>/test/unit/{functions,domain,http}/**/*.test.ts',
    // That of whole files starts the command line for each, which takes too long.
    '<rootDir>/test/unit/use-cases/**/!(import-file).test.ts',
    '<rootDir>/test/unit/cli/commands/{checkins,clients,devices,keys,users}.test.ts',
    '<rootDir>/test/contract/{booking-by-hand,checkin-rule,import,in-memory-stores,memory-database,remove-user}.test.ts',
  ],
};
