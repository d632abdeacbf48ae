import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import type { Actor } from '../../shared/domain/audit-entry.ts';
import type { Instant } from '../../shared/domain/instant.ts';
import { openCommandIo, type IoOptions } from './command-io.ts';
import type { TargetOptions } from './connection/connect.ts';
import type { Stores } from './connection/open-stores.ts';
import type { Terminal } from './terminal.ts';

/** The result of one check of `doctor`. */
export interface Finding {
  /** The subject of the check, such as `table users`. */
  readonly check: string;
  readonly ok: boolean;
  /** A warning does not cause exit code 1. */
  readonly isWarning?: boolean;
  /** The result of the check and, if it is not ok, what to do. */
  readonly message: string;
}

export interface CliContext extends Terminal {
  readonly openStores: (options: TargetOptions) => Promise<Stores>;
  readonly findActor: (options: TargetOptions) => Promise<Actor>;
  /** Checks the requirements of the commands. @throws UsageError if the options name no service */
  readonly diagnose: (options: TargetOptions) => Promise<readonly Finding[]>;
  readonly now: () => Instant;
  /** What the operator types before a noun such as `clients`, for example `npm run -s admin --`. */
  readonly program: string;
}

interface GlobalOptions extends TargetOptions, IoOptions {}

const openSession = async (context: CliContext, options: GlobalOptions) => {
  const { openStores, findActor, now } = context;
  const [stores, io] = await Promise.all([openStores(options), openCommandIo(context, options, now)]);
  const session = { ...stores, ...io, now };
  /**
   * Returns the session with what audit entries need: the log, a request id, and the person who runs the command. Only commands
   * that change something call this function, because finding out who that person is can require a call to AWS.
   */
  const openAudit = async () => ({ ...session, actor: await findActor(options), requestId: randomUUID() });
  return { ...session, openAudit };
};

export type Session = Awaited<ReturnType<typeof openSession>>;
export type Audit = Awaited<ReturnType<Session['openAudit']>>;

export type RunCommand<Options> = (session: Session, options: Options, ...values: string[]) => Promise<void>;

/** Makes an action for Commander from a command's function. The action opens the stores, and closes them at the end. */
export const inSession =
  <Options>(command: Command, context: CliContext, run: RunCommand<Options>) =>
  async (): Promise<void> => {
    const options: GlobalOptions = command.optsWithGlobals();
    const session = await openSession(context, options);
    try {
      await run(session, options as Options, ...command.processedArgs);
    } finally {
      session.close();
    }
  };
