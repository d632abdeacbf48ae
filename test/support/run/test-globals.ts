/** The exports of `@jest/globals`, for tests that run in the worker's own process. */
export { expect } from 'expect';
export { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } from 'jest-circus';
