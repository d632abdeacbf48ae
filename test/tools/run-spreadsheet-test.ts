/**
 * Writes CSV files with `shared/rules/csv.ts`, opens them in LibreOffice, which evaluates formulas, and checks that LibreOffice
 * finds none.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { csvLine } from '../../shared/rules/csv.ts';
import { isInstalled, run } from './installed-programs.ts';
import { runTool } from './run-tool.ts';

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

/**
 * Opens a CSV file in LibreOffice, with the options to detect special values and to evaluate formulas.
 * @returns the formulas that LibreOffice finds
 */
const findFormulas = async (
  folder: string,
  lines: readonly string[],
  [separator, locale]: (typeof readings)[number],
): Promise<string[]> => {
  const file = join(folder, 'file.csv');
  await writeFile(file, `${lines.join('')}the last line\r\n`);
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const filter = `--infilter=CSV:${separator},34,UTF8,1,,${locale},false,true,false,false,false,-1,true`;
  const words = [profile, '--headless', filter, '--convert-to', 'fods', '--outdir', folder, file];
  await run('soffice', words);
  const sheet = await readFile(join(folder, 'file.fods'), 'utf8');
  if (!sheet.includes('<text:p>the last line')) throw new Error('LibreOffice did not read the whole file.');
  return [...sheet.matchAll(/table:formula="([^"]*)"/g)].map(([, formula = '']) => formula);
};

const guarded = [...formulas, ...random].map((text) => csvLine(['x', text, text]));
const unguarded = formulas.map((text) => `x,"${text.replaceAll('"', '""')}"\r\n`);

await runTool({
  help: 'Usage: npm run test:spreadsheet\n\nOpens hostile CSV files in LibreOffice, which must find no formula. On Debian: libreoffice-calc',
  missing: () => (isInstalled('soffice') ? [] : ['LibreOffice Calc']),
  run: async ({ checks, folder }) => {
    for (const reading of readings) {
      const name = `separator ${reading[0]}, locale ${reading[1]}`;
      const control = await findFormulas(folder, unguarded, reading);
      checks.check(`${name}: LibreOffice finds formulas without protective apostrophes`, control.length > 0);
      checks.equal(`${name}: … and none with them`, (await findFormulas(folder, guarded, reading)).slice(0, 5), []);
    }
  },
});
