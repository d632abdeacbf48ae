import { resolve } from 'node:path';
import type { Instant } from '../../shared/domain/instant.ts';
import { escapeText, escapeLines, escapeTexts, toPrintableJson } from './printable.ts';
import type { Output, Terminal } from './terminal.ts';
import type { Table } from './formatting/table.ts';
import { OperatorError, UsageError } from './operator-error.ts';

/** Intervals between updates, in milliseconds. */
const INTERVAL_ON_TERMINAL = 250;
const INTERVAL_ELSEWHERE = 5_000;

interface Counts {
  readonly read: number;
  /** More information, such as `3 failed`. */
  readonly more: string;
  /** The share of the work that is done, from 0 to 1; 0 if unknown. */
  readonly share: number;
}

const describe = ({ read, more, share }: Counts): string =>
  `${read} read, ${more}${share > 0 ? `, ${Math.floor(share * 100)} % done` : ''} …`;

const CLEAR_LINE = '\r\u001B[K';

/**
 * Runs `work` and shows the progress that it reports on stderr, until it ends. On a terminal it updates one line; elsewhere it
 * writes a new line every 5 seconds.
 */
const makeShowProgress =
  (stderr: Output, now: () => Instant) =>
  async <Result>(work: (show: (counts: Counts) => void) => Promise<Result>): Promise<Result> => {
    const { isTTY } = stderr;
    // Elsewhere, work that ends within the interval writes no line.
    let shownAt = isTTY ? Number.NEGATIVE_INFINITY : now();
    const show = (counts: Counts): void => {
      if (now() - shownAt < (isTTY ? INTERVAL_ON_TERMINAL : INTERVAL_ELSEWHERE)) return;
      shownAt = now();
      const text = escapeText(describe(counts));
      // On a terminal, a longer text would continue on a second line, which CLEAR_LINE does not clear.
      stderr.write(isTTY ? CLEAR_LINE + text.slice(0, (stderr.columns ?? 80) - 1) : `${text}\n`);
    };
    try {
      return await work(show);
    } finally {
      if (isTTY) stderr.write(CLEAR_LINE);
    }
  };

/** Options that every command has. They decide how it prints and whether it asks for confirmation. */
export interface IoOptions {
  readonly json?: boolean;
  readonly yes?: boolean;
}

/**
 * Asks before something that cannot be undone, unless --yes is set.
 * @throws OperatorError `not_confirmed` unless the operator enters yes
 * @throws UsageError `confirmation_required` without a terminal
 */
const makeConfirm =
  (ask: Terminal['ask'], { yes }: IoOptions) =>
  async (question: string): Promise<void> => {
    if (yes) return;
    if (!ask) throw new UsageError(`${question} Use --yes to continue without being asked.`, 'confirmation_required');
    const answer = await ask(`${escapeLines(question)} Continue? [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new OperatorError('Nothing was changed.', 'not_confirmed');
  };

/** The output, questions and input of a command. Output is escaped for terminals, because the data comes from other systems. */
export const openCommandIo = async (
  { input, stdout, stderr, ask, folder }: Terminal,
  options: IoOptions,
  now: () => Instant,
) => {
  const isJson = options.json === true;
  // Imported only when a command runs, so that help and usage errors do not wait for the package that measures text width.
  const { renderTable } = await import('./formatting/render-table.ts');
  return {
    input,
    isJson,
    /** Prints the result on stdout: `value` with --json, else the text or table that `format` makes of it. */
    print: <Value>(value: Value, format: (value: Value) => string | Table): void => {
      const toText = (): string => {
        const formatted = format(escapeTexts(value));
        return typeof formatted === 'string' ? escapeLines(formatted) : renderTable(formatted, stdout);
      };
      stdout.write(`${isJson ? toPrintableJson(value) : toText()}\n`);
    },
    /** Writes a text as it is. Its parts are already escaped by `escapeTexts`. */
    write: (printable: string): void => void stdout.write(printable),
    warn: (line: string): void => void stderr.write(`${escapeText(line)}\n`),
    showProgress: makeShowProgress(stderr, now),
    confirm: makeConfirm(ask, options),
    resolvePath: (file: string): string => resolve(folder, file),
  };
};

export type CommandIo = Awaited<ReturnType<typeof openCommandIo>>;
