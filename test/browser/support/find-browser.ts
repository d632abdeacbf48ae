import { existsSync } from 'node:fs';

/** The path of Chromium, from the variable `CHROMIUM` or as on Debian. Undefined if there is no Chromium. */
export const browserPath = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path !== undefined && path !== '' && existsSync(path),
);
