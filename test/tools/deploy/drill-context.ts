import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startStubIssuer, type StubIssuer } from '../../support/start-stub-issuer.ts';
import { STACK } from './cdk-commands.ts';
import type { Checks } from './checks.ts';
import { openStack, type DeployedStack, type Response } from './deployed-stack.ts';
import { redirectFetch } from './redirect-fetch.ts';
import { startOperatorEndpoint } from './operator-endpoint.ts';
import type { Moto } from './moto.ts';
import { runCommand, type Outcome } from '../processes.ts';

export const HOUR = 3_600_000;

/** The maximum number of attempts at a command that can be repeated. */
const MAX_ATTEMPTS = 5;

/** Returns the date `offset` milliseconds from now, in RFC 3339. */
export const dateFromNow = (offset = 0): string => new Date(Date.now() + offset).toISOString();

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The console's stack, and an issuer on this machine that replaces the deployed one. */
interface ConsoleContext {
  readonly stack: DeployedStack;
  readonly issuer: StubIssuer;
  /** Signs an access token of the deployed issuer for the console's client. `claims` override the usual claims. */
  readonly sign: (claims?: Readonly<Record<string, unknown>>) => Promise<string>;
}

/** The environment of all drills: the deployed stacks, the operator's command line, and a company with people. */
export interface DrillContext {
  readonly moto: Moto;
  readonly checks: Checks;
  /** A folder for files, which is deleted at the end. */
  readonly folder: string;
  /** Environment variables of the operator's commands. */
  readonly operatorEnvironment: NodeJS.ProcessEnv;
  readonly service: DeployedStack;
  readonly console: ConsoleContext;
  /** Runs an operator's command on the stack, and checks that it succeeds. */
  readonly admin: <Value>(...words: string[]) => Promise<Value>;
  /** Like `admin`, for a command that is allowed to fail. */
  readonly tryAdmin: (...words: string[]) => Promise<Outcome>;
  /**
   * Like `tryAdmin`, but repeats a command that fails, because on a busy machine moto is too slow for the deadlines. The
   * command must be safe to repeat.
   */
  readonly tryAdminUntilDone: DrillContext['tryAdmin'];
  /** Imports rows, the first of which is the header. */
  readonly importRows: (noun: 'users' | 'bookings', rows: readonly string[]) => Promise<void>;
  readonly logIn: (credentials: Credentials) => Promise<Response>;
  /** An API client of company `acme`, with one of its access tokens. */
  readonly gate: Credentials & { readonly token: string };
  /** Secrets and tokens that must not be in any log. */
  readonly secrets: string[];
}

export const BOOKING_HEADER = 'companyId,bookingId,userId,kind,name,checkinOpensAt,noShowAt';

/** People of `acme`. Each has the uid `BADGE-ID`, the address `user-ID@acme.test` and the booking `desk-ID`, which is open. */
const people = [42, 43, 51, 52, 53, 54, 55, 56, 57, 61, 62, 63, 64, 71, 72, 81, 82, 91, 95, 96];

/** The value of NODE_OPTIONS for a program whose requests can be redirected. */
const REDIRECTED = `--disable-warning=ExperimentalWarning --import ${pathToFileURL(join(import.meta.dirname, 'redirect-fetch.ts')).href}`;

const openConsole = async (moto: Moto, folder: string): Promise<ConsoleContext> => {
  const issuer = await startStubIssuer();
  const stack = await openStack(moto, `${STACK}-console`, folder, {
    NODE_OPTIONS: REDIRECTED,
    REDIRECT_TO: issuer.url,
  });
  const { ConsoleIssuer: url = '', ConsoleClientId: clientId } = stack.outputs;
  issuer.discovery = { issuer: url, jwks_uri: `${url}/keys`, userinfo_endpoint: `${url}/userinfo` };
  redirectFetch(url, issuer.url);
  // As in Cognito's tokens, the client is in `client_id`, and there is no `aud`.
  const cognitoClaims = { iss: url, client_id: clientId, aud: undefined };
  return { stack, issuer, sign: (claims = {}) => issuer.sign({ ...cognitoClaims, ...claims }) };
};

/** Opens the stacks of a stage. Creates company `acme` with a client, people and bookings, and `globex` with one person. */
export const openContext = async ({
  moto,
  folder,
  checks,
}: Pick<DrillContext, 'moto' | 'folder' | 'checks'>): Promise<
  DrillContext & { readonly close: () => Promise<void> }
> => {
  const service = await openStack(moto, STACK, folder);
  const console = await openConsole(moto, folder);
  const endpoint = await startOperatorEndpoint(service, moto.url);

  const operatorEnvironment = {
    ...moto.environment,
    AWS_ENDPOINT_URL_LAMBDA: endpoint.url,
    NODE_OPTIONS: REDIRECTED,
    REDIRECT_FROM: service.outputs['ApiUrl'],
    REDIRECT_TO: endpoint.url,
  };
  const tryAdmin: DrillContext['tryAdmin'] = (...words) =>
    runCommand(process.execPath, ['bin/admin.ts', ...words, '--stack', STACK, '--json'], operatorEnvironment);
  const tryAdminUntilDone: DrillContext['tryAdminUntilDone'] = async (...words) => {
    let outcome = await tryAdmin(...words);
    for (let attempts = 1; attempts < MAX_ATTEMPTS && outcome.code !== 0; attempts += 1)
      outcome = await tryAdmin(...words);
    return outcome;
  };
  const admin: DrillContext['admin'] = async <Value>(...words: string[]): Promise<Value> => {
    const { code, stdout, stderr } = await tryAdmin(...words);
    checks.check(`admin ${words.slice(0, 2).join(' ')}`, code === 0, stderr || stdout);
    return (code === 0 ? JSON.parse(stdout) : {}) as Value;
  };
  const importRows: DrillContext['importRows'] = async (noun, rows) => {
    const file = join(folder, `${noun}.csv`);
    writeFileSync(file, `${rows.join('\n')}\n`);
    // If lines fail because the machine is busy, the next attempt imports them, and finds the other lines unchanged.
    const { code, stdout, stderr } = await tryAdminUntilDone(noun, 'import', file);
    checks.check(`${noun} are imported`, code === 0, stderr || stdout);
  };
  const logIn: DrillContext['logIn'] = ({ clientId, clientSecret }) =>
    service.send('POST /auth', { body: { clientId, clientSecret } });

  const gate = await admin<Credentials>('clients', 'create', '--company', 'acme', '--name', 'Gate 1');
  const users = people.map((id) => `acme,${id},BADGE-${id},user-${id}@acme.test`);
  await importRows('users', ['companyId,id,uid,email', ...users, 'globex,42,G-42,']);
  const desks = people.map(
    (id) => `acme,desk-${id},${id},position,Desk ${id},${dateFromNow(-HOUR)},${dateFromNow(2 * HOUR)}`,
  );
  await importRows('bookings', [
    BOOKING_HEADER,
    ...desks,
    `acme,parking-42,42,parking,P7,${dateFromNow(-HOUR)},${dateFromNow(2 * HOUR)}`,
    `acme,later-42,42,position,Tomorrow,${dateFromNow(20 * HOUR)},${dateFromNow(24 * HOUR)}`,
  ]);
  const tokens = await logIn(gate);
  checks.check(
    'log in: 201 and no-store',
    tokens.status === 201 && tokens.headers['cache-control'] === 'no-store',
    tokens,
  );
  const token = String(tokens.body['accessToken']);

  const close = async (): Promise<void> => {
    endpoint.close();
    await service.close();
    await console.stack.close();
    await console.issuer.stop();
  };
  return {
    moto,
    checks,
    folder,
    operatorEnvironment,
    service,
    console,
    admin,
    tryAdmin,
    tryAdminUntilDone,
    importRows,
    logIn,
    gate: { ...gate, token },
    secrets: [gate.clientSecret, token, String(tokens.body['refreshToken'])],
    close,
  };
};
