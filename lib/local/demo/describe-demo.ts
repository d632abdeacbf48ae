import { routes } from '../../../shared/routes.ts';
import { demoUsers, type Demo } from './demo.ts';

/** No value in the JSON and no token contains a quote, so the shell and `sed` need no escapes. */
const body = (members: object): string => `-H 'Content-Type: application/json' -d '${JSON.stringify(members)}'`;

const bearer = (member: 'accessToken' | 'refreshToken'): string =>
  `-H "Authorization: Bearer $(echo "$TOKENS" | sed 's/.*"${member}":"\\([^"]*\\)".*/\\1/')"`;

const curl = (url: string, { method, path }: (typeof routes)[keyof typeof routes]): string =>
  `curl -sS -X ${method} ${url}${path}`;

const takeTokens = (command: string): string => `TOKENS=$(${command}); echo "$TOKENS"`;

/** Lines to paste into a shell one after the other. Each prints its response. */
export const demoCommands = (
  url: string,
  { clientId, clientSecret }: Demo,
): Record<'logIn' | 'refresh' | 'checkIn', string> => {
  const [{ user }] = demoUsers;
  return {
    logIn: takeTokens(`${curl(url, routes.auth)} ${body({ clientId, clientSecret })}`),
    refresh: takeTokens(`${curl(url, routes.refresh)} ${bearer('refreshToken')}`),
    checkIn: `${curl(url, routes.checkin)} ${bearer('accessToken')} ${body({ email: user.email, notify: true })}; echo`,
  };
};

const states = [
  'has a desk and a parking place to check in to',
  'had a desk two days ago, and has one tomorrow',
  'has no booking',
];

const formatDemoUser = ({ user: { id, uid, email } }: (typeof demoUsers)[number], index: number): string =>
  `  ${id}  ${uid}  ${email.padEnd(18)}  ${states[index]}`;

export const describeDemo = (url: string, demo: Demo): string => {
  const commands = demoCommands(url, demo);
  return [
    `Company "${demo.companyId}", three of its users (id, uid, email):`,
    ...demoUsers.map(formatDemoUser),
    '',
    'Paste these commands into a shell, one after the other. Log in:',
    '',
    commands.logIn,
    '',
    'Check a user in:',
    '',
    commands.checkIn,
    '',
    'Get new tokens with the refresh token:',
    '',
    commands.refresh,
  ].join('\n');
};
