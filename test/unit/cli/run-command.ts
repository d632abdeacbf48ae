import { Readable } from 'node:stream';
import type { Target } from '../../../lib/cli/connection/connect.ts';
import { storesOf, type Stores } from '../../../lib/cli/connection/open-stores.ts';
import { runAdmin } from '../../../lib/cli/run-cli.ts';
import type { CliContext, Finding } from '../../../lib/cli/session.ts';
import { makeLogStore } from '../../../shared/adapters/dynamodb/log-store.ts';
import type { ApiClient } from '../../../shared/domain/api-client.ts';
import type { User } from '../../../shared/domain/user.ts';
import { LOCAL_KEY_SECRET, localTableNames } from '../../../shared/local-service.ts';
import { defaultLifetimes, defaultLogRetention } from '../../../shared/settings.ts';
import type { TestBooking } from '../../support/booking-store.ts';
import { makeMemoryDatabase } from '../../support/memory-database/memory-database.ts';
import { makeInMemoryKey } from '../../support/keys-in-memory.ts';
import { makeInMemoryApiClients, makeInMemoryBookings, makeInMemoryUsers } from '../../support/stores-in-memory.ts';
import { makeMemorySecrets } from '../../support/memory-secrets.ts';
import { commandOf, validateError, validateOutput } from '../../support/command-line-schema.ts';

/** The time at which the commands run. */
export const NOW = Date.parse('2026-11-21T08:00:00Z');

const aKey = { current: { keyId: 'first', createdAt: 0 } };

/** Makes the stores of a service whose tables are in `database`. */
export const makeStores = (replacements: Partial<Stores> = {}, database = makeMemoryDatabase()): Stores => {
  const target: Target = {
    database,
    tableNames: localTableNames,
    secrets: makeMemorySecrets({}, () => NOW),
    keySecret: LOCAL_KEY_SECRET,
    lifetimes: defaultLifetimes,
    retention: { ...defaultLogRetention, retentionDays: 0 },
    apiUrl: undefined,
    version: undefined,
    deliveries: {},
    endpointPrefix: undefined,
    close: () => {},
  };
  return {
    ...storesOf(target, { local: true }),
    log: makeLogStore(database, localTableNames, defaultLogRetention, () => NOW),
    signingKey: makeInMemoryKey(aKey, () => NOW),
    findConsole: async () => ({ issuer: 'https://issuer.example', isLocal: true }),
    ...replacements,
  };
};

interface Contents {
  readonly apiClients?: readonly ApiClient[];
  readonly users?: readonly User[];
  readonly bookings?: readonly TestBooking[];
}

/** Makes the stores of a service that has these contents. */
export const storesWith = ({ apiClients, users, bookings }: Contents, replacements?: Partial<Stores>): Stores => {
  const database = makeMemoryDatabase();
  makeInMemoryApiClients(apiClients, database);
  makeInMemoryUsers(users, database);
  makeInMemoryBookings(bookings, database);
  return makeStores(replacements, database);
};

const makeWritable = (screen: string[], isTTY: boolean, columns?: number) => {
  const texts: string[] = [];
  return {
    isTTY,
    columns,
    usesColors: isTTY && columns !== undefined,
    write: (text: string) => {
      texts.push(text);
      screen.push(text);
    },
    text: () => texts.join(''),
  };
};

/** What a command reads from its terminal, and where it writes. */
interface TerminalInputs {
  /** The answers to the questions, in order. If undefined, stderr is not a terminal. */
  readonly answers?: readonly string[];
  /** The content of standard input. */
  readonly input?: string;
  /** The width of stdout, which is then a terminal with colours. By default, stdout is not a terminal. */
  readonly columns?: number;
  /** Collects what is written to stdout and stderr, in order. */
  readonly screen?: string[];
}

/** @throws Error if the output of a command with --json, or its error, does not match docs/command-line.schema.json */
const assertDocumented = (words: readonly string[], code: number, stdout: string, stderr: string): void => {
  const command = commandOf(words);
  const faults = [
    ...(stdout === '' || command === undefined ? [] : validateOutput(command, JSON.parse(stdout))),
    ...(code === 0 ? [] : validateError(JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? ''))),
  ];
  if (faults.length > 0) throw new Error(`Does not match docs/command-line.schema.json: ${faults.join('; ')}`);
};

/** Runs a command in this process and collects its output. Output with --json must match the schema. */
export const runIn = async (
  context: Omit<CliContext, 'stdout' | 'stderr' | 'ask' | 'input'>,
  words: readonly string[],
  { answers, input = '', columns, screen = [] }: TerminalInputs = {},
) => {
  const stdout = makeWritable(screen, columns !== undefined, columns);
  const stderr = makeWritable(screen, answers !== undefined);
  const questions: string[] = [];
  const ask = async (question: string): Promise<string> => {
    questions.push(question);
    return answers?.[questions.length - 1] ?? '';
  };
  const standardInput = Readable.from([Buffer.from(input)], { objectMode: false });
  const code = await runAdmin(words, { ...context, input: standardInput, stdout, stderr, ask: answers && ask });
  const output = { stdout: stdout.text(), stderr: stderr.text() };
  if (words.includes('--json')) assertDocumented(words, code, output.stdout, output.stderr);
  return { code, ...output, ...(answers && { questions }) };
};

export interface CommandInputs extends TerminalInputs {
  /** The findings of `doctor`. */
  readonly findings?: readonly Finding[];
}

/** The person who runs the commands. */
export const actor = { through: 'cli', id: 'olive' } as const;

/** Runs a command on `stores`. */
export const runCommand = (
  stores: Stores,
  words: readonly string[],
  { findings = [], ...inputs }: CommandInputs = {},
) =>
  runIn(
    {
      openStores: async () => stores,
      findActor: async () => actor,
      diagnose: async () => findings,
      folder: '/work-folder',
      now: () => NOW,
      program: 'checkin-admin',
    },
    words,
    inputs,
  );

/** Runs a command with --json and parses its output. */
export const runJson = async (stores: Stores, words: readonly string[], inputs?: CommandInputs) => {
  const { stdout, ...ended } = await runCommand(stores, [...words, '--json'], inputs);
  return { ...ended, value: stdout === '' ? undefined : (JSON.parse(stdout) as unknown) };
};
