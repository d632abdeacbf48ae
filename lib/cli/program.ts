import { Command } from 'commander';
import { addAttendance } from './commands/attendance.ts';
import { addBookings } from './commands/bookings.ts';
import { addCheckins } from './commands/checkins.ts';
import { addClients } from './commands/clients.ts';
import { addDevices } from './commands/devices.ts';
import { addKeys } from './commands/keys.ts';
import { addMembers } from './commands/members.ts';
import { addPushes } from './commands/pushes.ts';
import { addRetention } from './commands/retention.ts';
import { addUsers } from './commands/users.ts';
import { escapeLines } from './printable.ts';
import { makeWithSession, type WithSession, type CliContext } from './session.ts';

/** Adds a noun and its verbs to the program. */
export type AddCommands = (program: Command, withSession: WithSession) => void;

/** One file each in `commands/`. */
const commands: readonly AddCommands[] = [
  addClients,
  addUsers,
  addDevices,
  addBookings,
  addCheckins,
  addAttendance,
  addKeys,
  addRetention,
  addMembers,
  addPushes,
];

const HELP = `
Exit codes: 0 done, 1 failed or some lines bad, 2 wrong usage.

Examples:
  npm run -s admin -- clients create --local --company acme --name "Gate 1"
  npm run -s admin -- users import users.csv --stack checkin-prod`;

/** @param isJson then Commander's own words about wrong usage are left out: the error is printed as JSON. */
export const makeProgram = (context: CliContext, isJson: boolean): Command => {
  const { stdout, stderr } = context;
  const program = new Command('admin')
    .usage('<noun> <verb> [options]')
    .description("The operator's command line of the access-token and check-in service.")
    .option('--local', 'work on the local service that is running')
    .option('--stack <name>', 'work on a deployed stack, with your own AWS credentials')
    .option('--json', 'print one JSON value and nothing else; errors as JSON on stderr')
    .option('--yes', 'do not ask before something that cannot be taken back')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      // It repeats words of the command line.
      writeErr: (text) => {
        if (!isJson) stderr.write(escapeLines(text));
      },
    })
    .exitOverride()
    .addHelpText('after', HELP);
  const withSession = makeWithSession(context);
  for (const addCommands of commands) addCommands(program, withSession);
  return program;
};
