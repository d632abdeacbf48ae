import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Actor } from '../../shared/domain/actor.ts';
import type { Instant } from '../../shared/domain/instant.ts';
import type { TargetOptions } from './connection/target-options.ts';
import type { Finding } from './finding.ts';
import type { renderTable, Table } from './formatting/table.ts';
import { OperatorError, UsageError } from './operator-error.ts';
import { escapeLines, escapeText, escapeTexts, toPrintableJson } from './printable.ts';
import { makeStatusLine, type StatusLine } from './status-line.ts';
import type { Stores } from './stores.ts';
import type { Terminal } from './terminal.ts';

/** The environment of the command line. */
export interface CliContext extends Terminal {
  readonly openStores: (options: TargetOptions) => Promise<Stores>;
  readonly findActor: (options: TargetOptions) => Promise<Actor>;
  /** Checks what the commands need. @throws UsageError if the options name no service */
  readonly diagnose: (options: TargetOptions) => Promise<readonly Finding[]>;
  readonly now: () => Instant;
  /** The words before the noun, as the operator types them. */
  readonly program: string;
}

/** The dependencies of one command. Its output is escaped for terminals, because the data comes from other systems. */
export interface Session extends Stores, Pick<CliContext, 'now' | 'input'> {
  readonly isJson: boolean;
  /** Prints the result on stdout: `value` with --json, else the text or table that `format` makes of it. */
  readonly print: <Value>(value: Value, format: (value: Value) => string | Table) => void;
  /** A table as {@link print} prints it. */
  readonly renderTable: (table: Table) => string;
  /** Writes a part of a result that is printed in parts. The text is already escaped by `escapeTexts` or `toPrintableJson`. */
  readonly write: (printable: string) => void;
  /** Prints one line on stderr. */
  readonly warn: (line: string) => void;
  readonly statusLine: StatusLine;
  /**
   * The person who runs the command, for the log. Only commands that change something call it, because it can cost a call to AWS.
   */
  readonly findActor: () => Promise<Actor>;
  /**
   * Asks before something that cannot be undone; with --yes it does not ask.
   * @throws OperatorError `not_confirmed` unless the operator enters yes
   * @throws UsageError `confirmation_required` without a terminal
   */
  readonly confirm: (question: string) => Promise<void>;
  /** Whether there is a terminal. Some questions are asked only there, so that scripts need no --yes. */
  readonly isInteractive: boolean;
  /**
   * Like {@link confirm}, for actions that an option such as --force requests: without a terminal, it writes a line to stderr and continues.
   */
  readonly confirmForced: (question: string) => Promise<void>;
  /** The absolute path of a file that the caller named. */
  readonly resolvePath: (file: string) => string;
}

/** Options of every command. */
interface GlobalOptions extends TargetOptions {
  readonly json?: boolean;
  readonly yes?: boolean;
}

type CommandFunction<Options, Arguments extends string[]> = (
  session: Session,
  options: Options,
  ...values: Arguments
) => Promise<void>;

/**
 * Makes an action for Commander from a command's function. The action opens the stores, calls the function and closes the stores.
 */
export type WithSession = <Options, Arguments extends string[]>(
  run: CommandFunction<Options, Arguments>,
) => (...parameters: unknown[]) => Promise<void>;

const makeConfirm =
  (ask: Terminal['ask'], { yes }: GlobalOptions): Session['confirm'] =>
  async (question) => {
    if (yes) return;
    if (!ask) throw new UsageError(`${question} Use --yes to continue without being asked.`, 'confirmation_required');
    const answer = await ask(`${escapeLines(question)} Continue? [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new OperatorError('Nothing was changed.', 'not_confirmed');
  };

const makeSession = (
  context: CliContext,
  options: GlobalOptions,
  stores: Stores,
  render: typeof renderTable,
): Session => {
  const { input, stdout, stderr, ask, folder, now, findActor } = context;
  const isJson = options.json === true;
  const confirm = makeConfirm(ask, options);
  const warn = (line: string): void => {
    stderr.write(`${escapeText(line)}\n`);
  };
  return {
    ...stores,
    now,
    input,
    isJson,
    print: (value, format) => {
      const toText = (): string => {
        const formatted = format(escapeTexts(value));
        return typeof formatted === 'string' ? escapeLines(formatted) : render(formatted, stdout);
      };
      stdout.write(`${isJson ? toPrintableJson(value) : toText()}\n`);
    },
    renderTable: (table) => render(table, stdout),
    write: (printable) => {
      stdout.write(printable);
    },
    warn,
    statusLine: makeStatusLine(stderr),
    findActor: () => findActor(options),
    confirm,
    isInteractive: ask !== undefined,
    confirmForced: async (question) => (ask ? confirm(question) : warn(question)),
    resolvePath: (file) => resolve(folder, file),
  };
};

/** With --json no table is printed, so the module that measures the width of texts is not loaded: that takes 40 ms. */
const loadRender = async (isJson: boolean): Promise<typeof renderTable> =>
  isJson ? () => '' : (await import('./formatting/table.ts')).renderTable;

export const makeWithSession =
  (context: CliContext): WithSession =>
  <Options, Arguments extends string[]>(run: CommandFunction<Options, Arguments>) =>
  async (...parameters: unknown[]): Promise<void> => {
    // Commander passes the arguments, the command's own options and the command.
    const command = parameters.at(-1) as Command;
    const options: GlobalOptions = command.optsWithGlobals();
    const [stores, render] = await Promise.all([context.openStores(options), loadRender(options.json === true)]);
    try {
      const values = parameters.slice(0, -2) as Arguments;
      await run(makeSession(context, options, stores, render), options as Options, ...values);
    } finally {
      stores.close();
    }
  };
