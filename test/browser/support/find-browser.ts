import { existsSync } from 'node:fs';

/** The path of Chromium: the variable `CHROMIUM`, or else the path on Debian. Undefined if neither file exists. */
export const browserPath = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path !== undefined && path !== '' && existsSync(path),
);
