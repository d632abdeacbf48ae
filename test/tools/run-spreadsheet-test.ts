/**
 * Writes CSV files with `shared/rules/csv.ts`, opens them in LibreOffice, which evaluates formulas, and checks that LibreOffice
 * finds none.
 * Usage: npm run test:spreadsheet [-- --seed N]
 */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import fc from 'fast-check';
import { csvLine } from '../../shared/rules/csv.ts';

const { values: options } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, help: { type: 'boolean' } },
});

if (options.help) {
  console.log('Opens CSV files in LibreOffice, which must find no formula in them. Needs LibreOffice Calc (soffice).');
  process.exit();
}
if (spawnSync('soffice', ['--version']).status !== 0) {
  console.log('Skipped: needs LibreOffice Calc. On Debian: apt-get install --no-install-recommends libreoffice-calc');
  process.exit();
}

/** The separators as character codes for LibreOffice: comma, semicolon, tab, and all three. */
const separators = ['44', '59', '9', '44/59/9'];
/** The Windows numbers of the locales en-US, pt-BR and es-ES. */
const locales = ['1033', '1046', '3082'];

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

const random = fc.sample(
  fc
    .array(fc.constantFrom('=1+1', '+1', '-1', '@SUM(1)', '＝1＋1', 'x', ';', ',', '\t', '\n', '\r', '"', ' ', "'"), {
      minLength: 1,
      maxLength: 8,
    })
    .map((parts) => parts.join('')),
  { numRuns: 2_000, seed: Number(options.seed) },
);

const folder = await mkdtemp(join(tmpdir(), 'spreadsheet-'));
const run = promisify(execFile);

/**
 * Opens a CSV file in LibreOffice, with the options to detect special values and to evaluate formulas.
 * @returns the formulas that LibreOffice finds
 */
const findFormulas = async (text: string, separator: string, locale: string): Promise<string[]> => {
  const file = join(folder, 'file.csv');
  await writeFile(file, text);
  const filter = [
    'CSV:' + separator,
    '34',
    'UTF8',
    '1',
    '',
    locale,
    'false',
    'true',
    'false',
    'false',
    'false',
    '-1',
    'true',
  ];
  await run('soffice', [
    `-env:UserInstallation=file://${join(folder, 'profile')}`,
    '--headless',
    `--infilter=${filter.join(',')}`,
    '--convert-to',
    'fods',
    '--outdir',
    folder,
    file,
  ]);
  const sheet = await readFile(join(folder, 'file.fods'), 'utf8');
  if (!sheet.includes('<text:p>the last line')) throw new Error('LibreOffice did not read the whole file.');
  return [...sheet.matchAll(/table:formula="([^"]*)"/g)].map(([, formula = '']) => formula);
};

const toFile = (lines: readonly string[]): string => `${lines.join('')}the last line\r\n`;
const lineWithoutApostrophes = (text: string): string => `x,"${text.replaceAll('"', '""')}"\r\n`;

let failures = 0;
for (const separator of separators) {
  for (const locale of locales) {
    const found = await findFormulas(
      toFile([...formulas, ...random].map((text) => csvLine(['x', text, text]))),
      separator,
      locale,
    );
    const control = await findFormulas(toFile(formulas.map(lineWithoutApostrophes)), separator, locale);
    const isGood = found.length === 0 && control.length > 0;
    failures += isGood ? 0 : 1;
    console.log(
      `${isGood ? 'ok    ' : 'FAILED'} separator ${separator}, locale ${locale}: ${found.length} formulas in the file, ${control.length} in a control file without protective apostrophes`,
    );
    for (const formula of found.slice(0, 5)) console.log(`       ${formula}`);
  }
}
await rm(folder, { recursive: true });
console.log(
  `${(formulas.length + random.length) * 2} cells, seed ${options.seed}: ${failures} of ${separators.length * locales.length} combinations failed.`,
);
process.exitCode = failures === 0 ? 0 : 1;
