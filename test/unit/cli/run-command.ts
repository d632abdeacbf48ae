import { Readable } from 'node:stream';
import { runAdmin } from '../../../lib/cli/run-cli.ts';
import type { Finding } from '../../../lib/cli/session.ts';
import type { Stores } from '../../../lib/cli/stores.ts';
import { makeActivityLogStore } from '../../../shared/adapters/dynamodb/activity-log-store.ts';
import { makeMemberStore } from '../../../shared/adapters/dynamodb/member-store.ts';
import { makeRetentionStore } from '../../../shared/adapters/dynamodb/retention-store.ts';
import { localTableNames } from '../../../shared/local-service.ts';
import { defaultLifetimes, defaultLogRetention } from '../../../shared/settings.ts';
import { makeMemoryDatabase } from '../../support/memory-database/memory-database.ts';
import { makeInMemoryKeys } from '../../support/keys-in-memory.ts';
import { makeInMemoryApiClients, makeInMemoryBookings, makeInMemoryUsers } from '../../support/stores-in-memory.ts';
import { commandOf, validateError, validateOutput } from '../../support/command-line-schema.ts';

/** The time at which the commands run. */
export const NOW = Date.parse('2026-11-21T08:00:00Z');

const aKey = { current: { keyId: 'first', createdAt: 0 } };

export const makeStores = (replacements: Partial<Stores> = {}, database = makeMemoryDatabase()): Stores => ({
  apiClients: makeInMemoryApiClients([], database),
  users: makeInMemoryUsers([], database),
  devices: makeInMemoryUsers([], database),
  bookings: makeInMemoryBookings([], database),
  expiries: makeRetentionStore(makeMemoryDatabase(), localTableNames),
  retention: { retentionDays: 0, checkinLogDays: 90, adminLogDays: 400 },
  log: makeActivityLogStore(database, localTableNames, defaultLogRetention, () => NOW),
  keys: makeInMemoryKeys({ access: aKey, refresh: aKey }, () => NOW),
  members: makeMemberStore(database, localTableNames, defaultLogRetention.adminLogDays),
  findConsole: async () => ({ issuer: 'https://issuer.example', isLocal: true }),
  connectReplay: async () => undefined,
  publicKeys: { list: async () => [] },
  lifetimes: defaultLifetimes,
  openBackup: async () => {
    throw new Error('no backup');
  },
  close: () => {},
  ...replacements,
});

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

/** The inputs of a command, except its words and stores. */
export interface CommandInputs {
  /** The answers to the questions, in order. If undefined, stderr is not a terminal. */
  readonly answers?: readonly string[];
  /** The content of standard input. */
  readonly input?: string;
  /** The width of stdout, which is then a terminal with colours. By default, stdout is not a terminal. */
  readonly columns?: number;
  /** Collects what is written to stdout and stderr, in order. */
  readonly screen?: string[];
  /** The findings of `doctor`. */
  readonly findings?: readonly Finding[];
}

/** The person who runs the commands. */
export const actor = { through: 'cli', id: 'olive' } as const;

/** Runs a command on `stores` and collects its output. */
export const runCommand = async (
  stores: Stores,
  words: readonly string[],
  { answers, input = '', findings = [], columns, screen = [] }: CommandInputs = {},
) => {
  const stdout = makeWritable(screen, columns !== undefined, columns);
  const stderr = makeWritable(screen, answers !== undefined);
  const questions: string[] = [];
  const ask = async (question: string): Promise<string> => {
    questions.push(question);
    return answers?.[questions.length - 1] ?? '';
  };
  const code = await runAdmin(words, {
    openStores: async () => stores,
    findActor: async () => actor,
    diagnose: async () => findings,
    input: Readable.from([Buffer.from(input)], { objectMode: false }),
    stdout,
    stderr,
    ask: answers && ask,
    folder: '/work-folder',
    now: () => NOW,
    program: 'checkin-admin',
  });
  return { code, stdout: stdout.text(), stderr: stderr.text(), ...(answers && { questions }) };
};

/** Runs a command with --json and parses its output, which must be one value that matches the schema. */
export const runJson = async (stores: Stores, words: readonly string[], inputs?: CommandInputs) => {
  const { stdout, ...ended } = await runCommand(stores, [...words, '--json'], inputs);
  const value = stdout === '' ? undefined : (JSON.parse(stdout) as unknown);
  const command = commandOf(words);
  const faults = [
    ...(value === undefined || command === undefined ? [] : validateOutput(command, value)),
    ...(ended.code === 0 ? [] : validateError(JSON.parse(ended.stderr.trimEnd().split('\n').at(-1) ?? ''))),
  ];
  if (faults.length > 0) throw new Error(`Does not match docs/command-line.schema.json: ${faults.join('; ')}`);
  return { ...ended, value };
};
