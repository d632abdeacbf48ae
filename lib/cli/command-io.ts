import { resolve } from 'node:path';
import type { Instant } from '../../shared/domain/instant.ts';
import type { Table } from './formatting/table.ts';
import { OperatorError, UsageError } from './operator-error.ts';
import { escapeLines, escapeText, escapeTexts, toPrintableJson } from './printable.ts';
import { makeShowProgress, type ShowProgress } from './progress.ts';
import type { Terminal } from './terminal.ts';

/** Options that every command has. They decide how it prints and whether it asks for confirmation. */
export interface IoOptions {
  readonly json?: boolean;
  readonly yes?: boolean;
}

/** The output, questions and input of a command. Output is escaped for terminals, because the data comes from other systems. */
export interface CommandIo extends Pick<Terminal, 'input'> {
  readonly isJson: boolean;
  /** Prints the result on stdout: `value` with --json, else the text or table that `format` makes of it. */
  readonly print: <Value>(value: Value, format: (value: Value) => string | Table) => void;
  /** Writes a text as it is. Its parts are already escaped by `escapeTexts`. */
  readonly write: (printable: string) => void;
  readonly warn: (line: string) => void;
  readonly showProgress: ShowProgress;
  /**
   * Asks before something that cannot be undone, unless --yes is set.
   * @throws OperatorError `not_confirmed` unless the operator enters yes
   * @throws UsageError `confirmation_required` without a terminal
   */
  readonly confirm: (question: string) => Promise<void>;
  /** Like {@link confirm}, but only on a terminal, so that scripts need no --yes. @returns whether there is a terminal */
  readonly confirmOnTerminal: (question: string) => Promise<boolean>;
  /** The absolute path of a file that the caller named. */
  readonly resolvePath: (file: string) => string;
}

const makeConfirm =
  (ask: Terminal['ask'], { yes }: IoOptions): CommandIo['confirm'] =>
  async (question) => {
    if (yes) return;
    if (!ask) throw new UsageError(`${question} Use --yes to continue without being asked.`, 'confirmation_required');
    const answer = await ask(`${escapeLines(question)} Continue? [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new OperatorError('Nothing was changed.', 'not_confirmed');
  };

export const openCommandIo = async (
  { input, stdout, stderr, ask, folder }: Terminal,
  options: IoOptions,
  now: () => Instant,
): Promise<CommandIo> => {
  const isJson = options.json === true;
  // Imported only when a command runs, so that help and usage errors do not wait for the package that measures text width.
  const { renderTable } = await import('./formatting/render-table.ts');
  const confirm = makeConfirm(ask, options);
  const warn = (line: string): void => {
    stderr.write(`${escapeText(line)}\n`);
  };
  return {
    input,
    isJson,
    print: (value, format) => {
      const toText = (): string => {
        const formatted = format(escapeTexts(value));
        return typeof formatted === 'string' ? escapeLines(formatted) : renderTable(formatted, stdout);
      };
      stdout.write(`${isJson ? toPrintableJson(value) : toText()}\n`);
    },
    write: (printable) => {
      stdout.write(printable);
    },
    warn,
    showProgress: makeShowProgress(stderr, now),
    confirm,
    confirmOnTerminal: async (question) => {
      if (ask) await confirm(question);
      return ask !== undefined;
    },
    resolvePath: (file) => resolve(folder, file),
  };
};
