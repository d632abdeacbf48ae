/** The exports of `@jest/globals`, for tests that run without Jest's own module loader. */
export { expect } from 'expect';
export { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } from 'jest-circus';
