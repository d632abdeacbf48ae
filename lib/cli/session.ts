import type { Command } from 'commander';
import type { Instant } from '../../shared/domain/instant.ts';
import type { Stores } from './stores.ts';
import type { TargetOptions } from './connection/connect.ts';
import type { Terminal } from './terminal.ts';

/** What the command line runs on. */
export interface CliContext extends Terminal {
  readonly openStores: (options: TargetOptions) => Promise<Stores>;
  readonly now: () => Instant;
}

/** What one command works with. */
export interface Session extends Stores, Pick<CliContext, 'stderr' | 'now'> {
  readonly isJson: boolean;
  /** Tells the result: `value` with --json, else `text`. */
  readonly print: (value: unknown, text: string) => void;
}

interface GlobalOptions extends TargetOptions {
  readonly json?: boolean;
}

type Work<Options, Arguments extends string[]> = (
  session: Session,
  options: Options,
  ...values: Arguments
) => Promise<void>;

/** Turns a command's work into what Commander calls, which opens the stores before and closes them after it. */
export type WithSession = <Options, Arguments extends string[]>(
  work: Work<Options, Arguments>,
) => (...parameters: unknown[]) => Promise<void>;

export const makeWithSession =
  ({ openStores, now, stdout, stderr }: CliContext): WithSession =>
  <Options, Arguments extends string[]>(work: Work<Options, Arguments>) =>
  async (...parameters: unknown[]): Promise<void> => {
    // Commander hands over the arguments, the command's own options and the command.
    const command = parameters.at(-1) as Command;
    const options: GlobalOptions = command.optsWithGlobals();
    const isJson = options.json === true;
    const print = (value: unknown, text: string) => stdout.write(`${isJson ? JSON.stringify(value) : text}\n`);
    const stores = await openStores(options);
    try {
      const values = parameters.slice(0, -2) as Arguments;
      await work({ ...stores, stderr, now, isJson, print }, options as Options, ...values);
    } finally {
      stores.close();
    }
  };
