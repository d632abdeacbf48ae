import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { WriteStream } from 'node:tty';

export interface Output {
  write(text: string): unknown;
  readonly isTTY: boolean;
  /** The width of the terminal in characters; it can change. */
  readonly columns: number | undefined;
  readonly usesColors: boolean;
}

/** The input and output of a command. Tests use their own instead of the process's. */
export interface Terminal {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Asks a question and returns the line that was entered. Undefined without a terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  /** The input of a command that gets `-` as a file. */
  readonly input: Readable;
  /** The folder that relative paths start from. */
  readonly folder: string;
}

/** Asks on stderr, because stdout might be a file. The end of input counts as an empty line. */
const ask = async (question: string): Promise<string> => {
  process.stderr.write(question);
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    // Leaving the loop does not close it, and the program would wait for another line before it ends.
    lines.close();
  }
};

/** If FORCE_COLOR is set, it decides. Otherwise, `hasColors` respects NO_COLOR, NODE_DISABLE_COLORS and TERM. */
const wantsColors = (stream: WriteStream, forced: string | undefined): boolean =>
  forced === undefined ? stream.isTTY && stream.hasColors() : !['0', 'false'].includes(forced);

const toOutput = (stream: WriteStream, { FORCE_COLOR: forced }: NodeJS.ProcessEnv): Output => ({
  write: (text) => stream.write(text),
  isTTY: stream.isTTY,
  get columns() {
    return stream.isTTY ? stream.columns : undefined;
  },
  usesColors: wantsColors(stream, forced),
});

/** The terminal of this process. npm runs a script in the package's folder and passes the caller's folder in INIT_CWD. */
export const processTerminal = (): Terminal => {
  const { stdin, stdout, stderr, env } = process;
  const isInteractive = stdin.isTTY && stderr.isTTY;
  return {
    input: stdin,
    stdout: toOutput(stdout, env),
    stderr: toOutput(stderr, env),
    ask: isInteractive ? ask : undefined,
    folder: env['INIT_CWD'] || process.cwd(),
  };
};
