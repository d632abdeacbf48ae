import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { type ConsoleBrowser, openConsoleBrowser, problemsOf } from './console-browser.ts';

/**
 * Opens a console browser for the tests of a file. Each test fails if a window has a problem. After a test, the windows that
 * the test opened are closed, and the shared windows lose their routes and request listeners.
 */
export const useConsoleBrowser = (
  settings?: Record<string, string>,
): Pick<ConsoleBrowser, 'url' | 'greeting' | 'newPage' | 'signIn'> => {
  let browser: ConsoleBrowser;
  /** The number of windows that the tests of the file share. */
  let sharedCount = 0;
  beforeAll(async () => {
    browser = await openConsoleBrowser(settings);
  });
  beforeEach(() => {
    sharedCount = browser.windows.length;
  });
  afterEach(async () => {
    const problems = browser.windows.flatMap((window) => problemsOf(window).splice(0));
    for (const window of browser.windows.splice(sharedCount)) await window.context().close();
    for (const window of browser.windows) {
      await window.unrouteAll();
      window.removeAllListeners('request');
    }
    expect(problems).toEqual([]);
  });
  afterAll(() => browser.stop());
  return {
    get url() {
      return browser.url;
    },
    get greeting() {
      return browser.greeting;
    },
    newPage: (options) => browser.newPage(options),
    signIn: (who, path, options) => browser.signIn(who, path, options),
  };
};
