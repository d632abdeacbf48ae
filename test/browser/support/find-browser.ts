import { existsSync } from 'node:fs';

/** The path of Chromium: `CHROMIUM`, or Debian's; undefined if there is none. */
export const browserPath = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path !== undefined && path !== '' && existsSync(path),
);
