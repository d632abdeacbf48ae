import { runInThisContext } from 'node:vm';
import { afterAll, beforeAll } from '@jest/globals';
import { keepServiceLog, takeErrors, takeLog } from './service-log.ts';

// Jest runs this before each test file.

// Jest sets 100, which makes each error of the code under test slow.
Error.stackTraceLimit = 10;

// A test file has its own Error classes. Let errors that Node.js throws be instances of them.
for (const own of [Error, TypeError, RangeError]) {
  const nodes = runInThisContext(own.name) as ErrorConstructor;
  Object.defineProperty(own, Symbol.hasInstance, {
    value(this: unknown, value: unknown) {
      const isInstance = Function.prototype[Symbol.hasInstance].bind(this as () => void);
      return isInstance(value) || (this === own && value instanceof nodes);
    },
  });
}

let printLog: () => void;
beforeAll(() => {
  printLog = keepServiceLog();
});
afterAll(() => {
  printLog();
  const [errors, log] = [takeErrors(), takeLog()];
  if (errors.length > 0) throw new Error(`The service logged errors that no test took: ${errors.join(', ')}\n${log}`);
});
