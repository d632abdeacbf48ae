/**
 * Checks docs/openapi.json and docs/console-openapi.json with Spectral (`spectral:oas`) and the IBM OpenAPI validator.
 * usage: npm run lint:openapi
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '../processes.ts';
import { excused } from './excused.ts';

const HELP = `npm run lint:openapi

Checks both API documents with Spectral 6.16.3 and the IBM OpenAPI validator 1.38.4. The first run downloads both tools with npx
(86 MB).
Exit code 0 if every finding is excused in test/tools/openapi-lint, otherwise 1.`;

const docs = join(import.meta.dirname, '../../../docs');
const ruleset = join(import.meta.dirname, 'spectral.yaml');

interface Finding {
  readonly rule: string;
  readonly message: string;
  readonly path: readonly string[];
}

const npx = async (packageName: string, program: string, words: readonly string[]): Promise<string> => {
  const { stdout, stderr } = await runCommand(
    'npx',
    ['--yes', '--package', packageName, program, ...words],
    process.env,
  );
  if (stdout.trim() === '') throw new Error(`${program} printed nothing: ${stderr}`);
  return stdout;
};

const runSpectral = async (file: string): Promise<readonly Finding[]> => {
  const words = ['lint', '--ruleset', ruleset, '--format', 'json', '--quiet', file];
  const found = JSON.parse(await npx('@stoplight/spectral-cli@6.16.3', 'spectral', words)) as {
    code: string;
    message: string;
    path: string[];
  }[];
  return found.map(({ code, ...finding }) => ({ rule: code, ...finding }));
};

const runIbm = async (file: string): Promise<readonly Finding[]> => {
  const output = await npx('ibm-openapi-validator@1.38.4', 'lint-openapi', ['--json', file]);
  const { error, warning } = JSON.parse(output) as Record<'error' | 'warning', { results: Finding[] }>;
  return [...error.results, ...warning.results];
};

const checkDocument = async (name: string): Promise<readonly Finding[]> => {
  const file = join(docs, name);
  const [spectral, ibm] = [await runSpectral(file), await runIbm(file)];
  const unexcused = [...spectral, ...ibm.filter(({ rule }) => !(rule in excused))];
  const rules = new Set(ibm.map(({ rule }) => rule).filter((rule) => rule in excused));
  console.log(
    `${name}: Spectral ${spectral.length}, IBM ${ibm.length}; ${rules.size} rules excused, ${unexcused.length} findings not excused`,
  );
  for (const { rule, message, path } of unexcused) console.log(`  ${rule}: ${message} (${path.join('/')})`);
  return unexcused;
};

const { help } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } }).values;
if (help) console.log(HELP);
else {
  const unexcused = [...(await checkDocument('openapi.json')), ...(await checkDocument('console-openapi.json'))];
  process.exitCode = unexcused.length === 0 ? 0 : 1;
}
