import { pathToFileURL } from 'node:url';
import { format } from 'node:util';

export interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program in this process until its top level has ended. @returns what it printed with `console` */
export const importProgram = async (file: string): Promise<Output> => {
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const { log, error } = console;
  Object.assign(console, {
    log: (...values: unknown[]) => stdout.push(`${format(...values)}\n`),
    error: (...values: unknown[]) => stderr.push(`${format(...values)}\n`),
  });
  try {
    await import(pathToFileURL(file).href);
  } finally {
    Object.assign(console, { log, error });
  }
  return { stdout: stdout.join(''), stderr: stderr.join('') };
};
