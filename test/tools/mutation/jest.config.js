import config from '../../../jest.config.js';

/** Of all tests those that need no database and no server, so that each of many hundred mutants can be tried on them. */
export default {
  rootDir: '../../..',
  testEnvironment: config.testEnvironment,
  transform: config.transform,
  extensionsToTreatAsEsm: config.extensionsToTreatAsEsm,
  // The sources too: which tests a file concerns is found by following imports, and only within these.
  roots: ['functions', 'lib', 'shared', 'test'].map((folder) => `<rootDir>/${folder}`),
  testMatch: [
    '<rootDir>/test/unit/{functions,domain,http}/**/*.test.ts',
    '<rootDir>/test/unit/cli/commands/devices.test.ts',
    '<rootDir>/test/contract/in-memory-stores.test.ts',
  ],
};
