import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteId } from '../../shared/routes.ts';
import type { JsonSchema } from './json-schema.ts';

/** A request and the response of the running service. Values that differ each time are replaced by fixed ones. */
export interface Example {
  readonly operation: RouteId;
  readonly name: string;
  readonly summary: string;
  /** The body of the request. Only for successes: requests that cause errors are not shown. */
  readonly request?: unknown;
  readonly status: number;
  /** The body of the response. */
  readonly response: object;
}

export const EXAMPLES_FILE = join(import.meta.dirname, 'examples.json');

/** Reads the examples. A test records them, and fails if the service responds differently. */
export const readExamples = (): readonly Example[] => JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) as Example[];

/** Returns the code of an error; undefined for a success, and for an error of OAuth 2.0. */
export const codeOf = ({ status, response }: Example): unknown =>
  status >= 400 && 'code' in response ? response.code : undefined;

/** Returns the examples of an operation. Errors that are the same for every operation are recorded only for check-ins. */
export const examplesOf = (id: RouteId, all: readonly Example[]): readonly Example[] => {
  const own = all.filter(({ operation }) => operation === id);
  // Contains undefined, the code of the operation's successes, so no success of a check-in is added.
  const ownCodes = new Set(own.map(codeOf));
  return [...own, ...all.filter((one) => one.operation === 'checkin' && !ownCodes.has(codeOf(one)))];
};

export const byName = (examples: readonly Example[], valueOf: (example: Example) => unknown): JsonSchema =>
  Object.fromEntries(examples.map((one) => [one.name, { summary: one.summary, value: valueOf(one) }]));
