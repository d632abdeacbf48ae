import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Where a command reads and writes: the process, or what a test puts in its place. */
export interface Terminal {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
  /** Asks and returns the line that was typed; undefined where nobody can answer. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  /** What a command reads that is given `-` for a file. */
  readonly input: Readable;
  /** The folder that relative paths start from. */
  readonly folder: string;
}

/** On stderr, since stdout may lead to a file. The end of input is an empty line. */
const ask = async (question: string): Promise<string> => {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const typed = new Promise<string>((resolve) => {
      lines.question(question, resolve);
    });
    return await Promise.race([typed, once(lines, 'close').then(() => '')]);
  } finally {
    lines.close();
  }
};

/** The terminal of this process. npm runs a script in the package's folder and says in INIT_CWD where the caller was. */
export const processTerminal = (): Terminal => {
  const { stdin, stdout, stderr, env } = process;
  const isInteractive = stdin.isTTY && stderr.isTTY;
  return {
    input: stdin,
    stdout,
    stderr,
    ask: isInteractive ? ask : undefined,
    folder: env['INIT_CWD'] || process.cwd(),
  };
};
