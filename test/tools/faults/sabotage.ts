import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sabotages } from './sabotages.ts';

/** Loaded before the program (`node --import`), this takes out of its source what SABOTAGE names. */
const sabotage = sabotages[process.env['SABOTAGE'] ?? ''];

if (sabotage) {
  const { file, text, instead } = sabotage;
  const path = join(import.meta.dirname, '../../..', file);
  const before = readFileSync(path, 'utf8');
  if (before.split(text).length !== 2) throw new Error(`${file} does not hold once what is to be taken out: ${text}`);
  const { href } = pathToFileURL(path);
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      return url === href ? { ...loaded, source: before.replace(text, () => instead) } : loaded;
    },
  });
}
