/** The exports of `@jest/globals`, for tests that `native-test-runner.ts` runs with the module loader of Node.js. */
export { expect } from 'expect';
export { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } from 'jest-circus';
