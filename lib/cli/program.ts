import { Command } from 'commander';
import packageDescription from '../../package.json' with { type: 'json' };
import { assertRequiredOptions } from './cli-option.ts';
import { helpText } from './example.ts';
import { escapeLines } from './printable.ts';
import { makeWithSession, type CliContext, type WithSession } from './session.ts';

/** Adds a noun's verbs to its command, or the noun's own options if it has no verbs. */
type AddCommands = (
  noun: Command,
  withSession: WithSession,
  context: CliContext,
  makeWholeProgram: () => Promise<Command>,
) => void;

interface Noun {
  readonly description: string;
  /** Imports the noun's module. Called only if the command line names the noun, so that the program starts faster. */
  readonly load: () => Promise<AddCommands>;
}

const { version } = packageDescription;

const describe = (description: string, load: Noun['load']): Noun => ({ description, load });

const nouns: Readonly<Record<string, Noun>> = {
  clients: describe('API clients: who may call the service', async () =>
    (await import('./commands/clients.ts')).addClients),
  users: describe('users: who can be checked in', async () => (await import('./commands/users.ts')).addUsers),
  devices: describe('devices: where pushes to users go', async () =>
    (await import('./commands/devices.ts')).addDevices),
  bookings: describe('bookings: the desks and parking places of users', async () =>
    (await import('./commands/bookings.ts')).addBookings),
  checkins: describe('check-ins: add or undo one by hand, explain one, read the log', async () =>
    (await import('./commands/checkins.ts')).addCheckins),
  attendance: describe('attendance: who is booked on a day, who came and who did not', async () =>
    (await import('./commands/attendance.ts')).addAttendance),
  keys: describe('keys: what tokens are signed with', async () => (await import('./commands/keys.ts')).addKeys),
  retention: describe('retention: how long bookings and log entries are kept', async () =>
    (await import('./commands/retention.ts')).addRetention),
  backup: describe('backup: write a table to a file', async () => (await import('./commands/backup.ts')).addBackup),
  restore: describe('restore: copy items from a backup back into a table', async () =>
    (await import('./commands/restore.ts')).addRestore),
  members: describe('members: who may use the web console', async () =>
    (await import('./commands/members.ts')).addMembers),
  pushes: describe('pushes: notifications of check-ins', async () => (await import('./commands/replay.ts')).addPushes),
  events: describe('events: what happens, for other systems', async () =>
    (await import('./commands/replay.ts')).addEvents),
  doctor: describe('doctor: check that the service can be reached and has everything it needs', async () =>
    (await import('./commands/doctor.ts')).addDoctor),
  completion: describe('completion: print a script with which your shell completes commands', async () =>
    (await import('./commands/completion.ts')).addCompletion),
};

export const nounNames: readonly string[] = Object.keys(nouns);

/** Commander wraps descriptions only if their column is at least this wide; otherwise the terminal wraps them. */
const MIN_COLUMNS_TO_WRAP = 20;

/** The width of help without a terminal. */
const HELP_COLUMNS = 120;

const makeHelp = (program: string): string => `
"${program} <noun> --help" lists the verbs of a noun, "${program} <noun> <verb> --help" explains one.

Exit codes: 0 done, 1 failed or some lines bad, 2 wrong usage.

Examples:
  ${program} clients create --local --company demo --name "Gate 1"
  ${program} users import users.csv --stack checkin-prod`;

/** @param isJson true: Commander does not print errors, because they are printed as JSON */
const makeRoot = ({ stdout, stderr, program }: CliContext, isJson: boolean): Command =>
  new Command(program)
    .usage('<noun> <verb> [options]')
    .description("The operator's command line of the access-token and check-in service.")
    .version(version)
    .option('--local', 'work on the local service that is running')
    .option('--stack <name>', 'work on a deployed stack, with your own AWS credentials')
    .option('--json', 'print one JSON value and nothing else; errors as JSON on stderr')
    .option('--yes', 'do not ask before something that cannot be undone')
    .configureHelp({ showGlobalOptions: true, minWidthToWrap: MIN_COLUMNS_TO_WRAP })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      getOutHelpWidth: () => stdout.columns ?? HELP_COLUMNS,
      getErrHelpWidth: () => stderr.columns ?? HELP_COLUMNS,
      // The message repeats words of the command line, so it is escaped.
      writeErr: (text) => {
        if (!isJson) stderr.write(escapeLines(text));
      },
    })
    .exitOverride()
    .hook('preAction', (_, command) => assertRequiredOptions(command))
    .showHelpAfterError('Add --help for the options and an example.')
    .addHelpText('after', helpText(makeHelp));

/**
 * @param words the command line. Only the nouns in it get their verbs; other nouns have only a description.
 */
export const makeProgram = async (context: CliContext, words: readonly string[], isJson: boolean): Promise<Command> => {
  const program = makeRoot(context, isJson);
  const withSession = makeWithSession(context);
  const makeWholeProgram = () => makeProgram(context, nounNames, isJson);
  for (const [name, { description, load }] of Object.entries(nouns)) {
    const noun = program.command(name).description(description);
    if (words.includes(name)) (await load())(noun, withSession, context, makeWholeProgram);
  }
  return program;
};
