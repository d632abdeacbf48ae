import { runCommand } from '../processes.ts';
import { readOptions } from '../read-options.ts';

readOptions(`Usage: npm run lint:openapi

Checks the API document with the IBM OpenAPI validator, except the rules that are excused in this file.`);

/** Rules that the document breaks, each with the reason. It must follow all other rules. */
const excused: Readonly<Record<string, string>> = {
  'ibm-property-casing-convention': 'Members have been in camelCase since version 1.0, and callers rely on them.',
  'ibm-operationid-casing-convention': 'The same as for members; generated clients call the operations by these names.',
  'ibm-path-segment-casing-convention': 'Paths are in kebab-case, and callers rely on them.',
  'ibm-enum-casing-convention': 'BCP 47 defines the spelling pt-BR, and HTTP defines the values of headers.',
  'ibm-major-version-in-path': 'The paths are fixed and have no version.',
  'ibm-schema-keywords': 'OpenAPI 3.1 uses JSON Schema, in which const is valid.',
  'ibm-integer-attributes': 'A limit is published where one is enforced.',
  'ibm-string-attributes': 'The same as for integers. Texts for people have none.',
  'ibm-array-attributes': 'An empty list is valid where no minimum is published.',
  'ibm-required-enum-properties-in-response': 'code is present only with details, and never in errors of the gateway.',
  'ibm-required-array-properties-in-response':
    'The list bookings is present only with details, and the list errors only with the code invalid_field.',
  'ibm-well-defined-dictionaries': 'Later versions may add members to a response.',
  'ibm-no-nullable-properties':
    'In the response to a batch, every item has a key, which is null if it was sent without one.',
  'ibm-error-response-schemas':
    'Errors have been {statusCode, code, message, requestId} since version 1.0, not IBM’s container.',
  'ibm-response-status-codes':
    '422 means that the Idempotency-Key was reused for something else, not that the body is invalid.',
};

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
const wrong = [
  ...found
    .filter(({ rule }) => !(rule in excused))
    .map(({ rule, message, path }) => `${rule}: ${message} (${path.join('/')})`),
  ...Object.keys(excused)
    .filter((name) => !found.some(({ rule }) => rule === name))
    .map((name) => `${name}: needs no excuse any more`),
];
console.log([`${file}: IBM ${found.length} findings, ${wrong.length} wrong`, ...wrong].join('\n  '));
if (wrong.length > 0) process.exitCode = 1;
