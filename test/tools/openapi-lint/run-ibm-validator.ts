import { runCommand } from '../processes.ts';
import { readOptions } from '../read-options.ts';
import { excused } from './excused.ts';

readOptions(`Usage: npm run lint:openapi

Checks the API document with the IBM OpenAPI validator, except the rules in excused.ts.`);

interface Finding {
  readonly rule: string;
  readonly message: string;
  readonly path: readonly string[];
}

const file = 'docs/openapi.json';
const words = ['--yes', '--package', 'ibm-openapi-validator@1.38.4', 'lint-openapi', '--json', file];
const { stdout, stderr } = await runCommand('npx', words, process.env);
if (stdout.trim() === '') throw new Error(`The IBM validator printed nothing: ${stderr}`);
const { error, warning } = JSON.parse(stdout) as Record<'error' | 'warning', { results: Finding[] }>;
const found = [...error.results, ...warning.results];
const unexcused = found.filter(({ rule }) => !(rule in excused));
console.log(`${file}: IBM ${found.length} findings, ${unexcused.length} not excused`);
for (const { rule, message, path } of unexcused) console.log(`  ${rule}: ${message} (${path.join('/')})`);
if (unexcused.length > 0) process.exitCode = 1;
