import { existsSync } from 'node:fs';

/** The Chromium that the browser tests drive: `CHROMIUM` or where Debian installs it; undefined if there is none. */
export const browserPath = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path !== undefined && path !== '' && existsSync(path),
);
