import { Command, Help } from 'commander';
import packageDescription from '../../package.json' with { type: 'json' };
import { assertRequiredOptions } from './cli-option.ts';
import { escapeLines } from './printable.ts';
import type { CliContext } from './session.ts';
import type { AddToNoun } from './verb.ts';

/** `load` imports the noun's module. It is called only if the command line names the noun, so that the program starts faster. */
type Noun = readonly [description: string, load: () => Promise<{ readonly defineNoun: AddToNoun }>];

const nouns: Readonly<Record<string, Noun>> = {
  clients: ['API clients: the systems that may call the service', () => import('./commands/clients.ts')],
  users: ['the people who can be checked in', () => import('./commands/users.ts')],
  devices: ["the devices that get a person's pushes", () => import('./commands/devices.ts')],
  bookings: ['desks and parking places that people have booked', () => import('./commands/bookings.ts')],
  checkins: ['add or undo a check-in by hand, explain one, read the log', () => import('./commands/checkins.ts')],
  attendance: ['who is booked on a day, who came and who did not', () => import('./commands/attendance.ts')],
  keys: ['the keys that sign tokens', () => import('./commands/keys.ts')],
  tables: ['recover a table from a restored copy', () => import('./commands/tables.ts')],
  members: ['who may use the web console', () => import('./commands/members.ts')],
  pushes: ['resend pushes that could not be delivered', () => import('./commands/replay.ts')],
  events: ['resend events that could not be delivered', () => import('./commands/replay.ts')],
  doctor: ['check that the service can be reached and has everything it needs', () => import('./commands/doctor.ts')],
};

export const nounNames: readonly string[] = Object.keys(nouns);

/** Commander wraps descriptions only if their column is at least this wide; otherwise the terminal wraps them. */
const MIN_COLUMNS_TO_WRAP = 20;

/** The width of the help if it is not printed on a terminal. */
const HELP_COLUMNS = 120;

/** Wraps the help. Lists and examples begin with a space and are not wrapped, so that people can copy from them. */
function boxWrap(this: Help, text: string, width: number): string {
  const wrap = (line: string): string => (line.startsWith(' ') ? line : Help.prototype.boxWrap.call(this, line, width));
  return text.split('\n').map(wrap).join('\n');
}

const makeHelp = (program: string): string => `The operator's command line of the access-token and check-in service.

"${program} <noun> --help" lists the verbs of a noun, "${program} <noun> <verb> --help" explains one.

Exit codes: 0 done, 1 failed or some lines bad, 2 wrong usage.`;

const makeExamples = (program: string): string => `
Examples:
  ${program} clients create --local --company demo --name "Gate 1"
  ${program} users import users.csv --stack checkin-prod`;

/** @param isJson if true, Commander prints no errors, because they are printed as JSON elsewhere */
const makeRoot = ({ stdout, stderr, program }: CliContext, isJson: boolean): Command =>
  new Command(program)
    .usage('<noun> <verb> [options]')
    .description(makeHelp(program))
    .version(packageDescription.version)
    .option('--local', 'work on the service that is running on this machine')
    .option('--stack <name>', 'work on a deployed stack, with your own AWS credentials')
    .option('--json', 'print one JSON value on stdout, and errors as JSON on stderr')
    .option('--yes', 'do not ask for confirmation')
    .configureHelp({ showGlobalOptions: true, minWidthToWrap: MIN_COLUMNS_TO_WRAP, boxWrap })
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
    .addHelpText('after', makeExamples(program));

/** @param words the command line. Only the nouns in it get their verbs; other nouns have only a description. */
export const makeProgram = async (context: CliContext, words: readonly string[], isJson: boolean): Promise<Command> => {
  const program = makeRoot(context, isJson);
  for (const [name, [description, load]] of Object.entries(nouns)) {
    const noun = program.command(name).description(description);
    if (words.includes(name)) (await load()).defineNoun(noun, context);
  }
  return program;
};
