import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceChange } from '../change-source.ts';

/** Removes one of the service's protections. */
export interface Mutant extends SourceChange {
  /** The scenario in which the explorer must detect the removal. */
  readonly scenario: string;
  /** The invariant that must be reported as broken. */
  readonly breaks: string;
}

/** Reads a part of `mutants.diff`: a file's name, and for each change its name, `scenario: invariant` and the lines. */
const readFilePart = (part: string): [name: string, mutant: Mutant][] => {
  const [file = '', ...changes] = part.trimEnd().split('\n@@ ');
  return changes.map((change) => {
    const [name = '', expected = '', ...lines] = change.split('\n');
    const [scenario = '', breaks = ''] = expected.trim().split(': ');
    const textOf = (sign: string): string =>
      lines.flatMap((line) => (line.startsWith(sign) ? [line.slice(1)] : [])).join('\n');
    return [name, { file, text: textOf('-'), instead: textOf('+'), scenario, breaks }];
  });
};

const [, ...fileParts] = readFileSync(join(import.meta.dirname, 'mutants.diff'), 'utf8').split(/^--- /m);

/** The mutants. The key of each is the defect that it causes. The service once had some of these defects. */
export const mutants: Readonly<Record<string, Mutant>> = Object.fromEntries(fileParts.flatMap(readFilePart));
