import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceChange } from '../change-source.ts';

/** Removes one of the service's protections. */
export interface Mutant extends SourceChange {
  /** The group of actors whose runs must show the removal. */
  readonly group: string;
}

/** Reads a part of `mutants.diff`: a file's name, and for each change its name, the group and the lines. */
const readFilePart = (part: string): [name: string, mutant: Mutant][] => {
  const [file = '', ...changes] = part.trimEnd().split('\n@@ ');
  return changes.map((change) => {
    const [name = '', group = '', ...lines] = change.split('\n');
    const textOf = (sign: string): string =>
      lines.flatMap((line) => (line.startsWith(sign) ? [line.slice(1)] : [])).join('\n');
    return [name, { file, text: textOf('-'), instead: textOf('+'), group: group.trim() }];
  });
};

const [, ...fileParts] = readFileSync(join(import.meta.dirname, 'mutants.diff'), 'utf8').split(/^--- /m);

/** The mutants. The key of each is the defect that it causes. The service once had some of these defects. */
export const mutants: Readonly<Record<string, Mutant>> = Object.fromEntries(fileParts.flatMap(readFilePart));
