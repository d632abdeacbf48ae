import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { csvLine } from '../../shared/rules/csv.ts';
import { readOptions } from './read-options.ts';

readOptions(`Usage: npm run test:spreadsheet

Writes CSV files with shared/rules/csv.ts, opens them in LibreOffice, which evaluates formulas, and checks that LibreOffice
finds none.`);

if (spawnSync('soffice', ['--version']).status !== 0) {
  console.log('Skipped: needs LibreOffice Calc. On Debian: apt-get install --no-install-recommends libreoffice-calc');
  process.exit();
}

/** Separators as LibreOffice's character codes (comma, semicolon, tab, all three), each with a locale (en-US, pt-BR, es-ES). */
const readings = [
  ['44', '1033'],
  ['59', '1033'],
  ['9', '1033'],
  ['44/59/9', '1033'],
  ['59', '1046'],
  ['59', '3082'],
] as const;

/** Texts in which LibreOffice finds a formula, for at least one of the separators, if no apostrophe prevents it. */
const formulas = [
  '=1+1',
  '"=1+1"',
  '  =1+1',
  'a;=2+2',
  'a,=2+2',
  'a\t=2+2',
  'a\n=2+2',
  'a; "=2+2',
  '=HYPERLINK("x";"y")',
];

const part = fc.constantFrom('=1+1', '+1', '-1', '@SUM(1)', '＝1＋1', 'x', ';', ',', '\t', '\n', '\r', '"', ' ', "'");
const random = fc.sample(
  fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('')),
  { numRuns: 2_000, seed: 1 },
);

const folder = await mkdtemp(join(tmpdir(), 'spreadsheet-'));

/**
 * Opens a CSV file in LibreOffice, with the options to detect special values and to evaluate formulas.
 * @returns the formulas that LibreOffice finds
 */
const findFormulas = async (lines: readonly string[], separator: string, locale: string): Promise<string[]> => {
  const file = join(folder, 'file.csv');
  await writeFile(file, `${lines.join('')}the last line\r\n`);
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const filter = `--infilter=CSV:${separator},34,UTF8,1,,${locale},false,true,false,false,false,-1,true`;
  const words = [profile, '--headless', filter, '--convert-to', 'fods', '--outdir', folder, file];
  await promisify(execFile)('soffice', words);
  const sheet = await readFile(join(folder, 'file.fods'), 'utf8');
  if (!sheet.includes('<text:p>the last line')) throw new Error('LibreOffice did not read the whole file.');
  return [...sheet.matchAll(/table:formula="([^"]*)"/g)].map(([, formula = '']) => formula);
};

const guarded = [...formulas, ...random].map((text) => csvLine(['x', text, text]));
const unguarded = formulas.map((text) => `x,"${text.replaceAll('"', '""')}"\r\n`);

for (const [separator, locale] of readings) {
  const found = await findFormulas(guarded, separator, locale);
  const control = await findFormulas(unguarded, separator, locale);
  const isGood = found.length === 0 && control.length > 0;
  if (!isGood) process.exitCode = 1;
  const counts = `${found.length} formulas in the file, ${control.length} in a control file without protective apostrophes`;
  console.log(`${isGood ? 'ok    ' : 'FAILED'} separator ${separator}, locale ${locale}: ${counts}`);
  for (const formula of found.slice(0, 5)) console.log(`       ${formula}`);
}
await rm(folder, { recursive: true });
