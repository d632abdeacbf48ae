import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Checks } from '../run-tool.ts';
import type { Outcome } from '../processes.ts';
import type { Response, Send } from './send.ts';

export const HOUR = 3_600_000;

/** The maximum number of attempts at a command that can be repeated. */
const MAX_ATTEMPTS = 5;

/** Returns the date `offset` milliseconds from now, in RFC 3339. */
export const dateFromNow = (offset = 0): string => new Date(Date.now() + offset).toISOString();

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** An API, wherever it runs, and the operator's command line for it. */
export interface OperatedApi {
  readonly checks: Checks;
  /** A folder for files, which is deleted at the end. */
  readonly folder: string;
  readonly service: {
    readonly send: Send;
    /** Ends the processes of the functions, so that the next event of each has a cold start. */
    readonly stopEnvironments: () => Promise<void>;
  };
  /** Runs an operator's command, which is allowed to fail. */
  readonly tryAdmin: (...words: string[]) => Promise<Outcome>;
}

/** A company `acme` with people and an API client. */
export type Company = Awaited<ReturnType<typeof openCompany>>;

export const BOOKING_HEADER = 'companyId,bookingId,userId,kind,name,checkinOpensAt,noShowAt';

/** People of `acme`. Each has the uid `BADGE-ID`, the address `user-ID@acme.test` and the booking `desk-ID`, which is open. */
const people = [41, 42, 43, 51, 52, 53, 54, 55, 56, 57, 61, 62, 63, 64, 71, 72];

/** Creates company `acme` with a client, people and bookings. */
export const openCompany = async (operated: OperatedApi) => {
  const { checks, folder, service, tryAdmin } = operated;
  /** Runs an operator's command, which must succeed. @returns its output */
  const admin = async <Value>(...words: string[]): Promise<Value> => {
    const { code, stdout, stderr } = await tryAdmin(...words);
    checks.check(`admin ${words.slice(0, 2).join(' ')}`, code === 0, stderr || stdout);
    return JSON.parse(stdout) as Value;
  };
  /** Imports rows, the first of which is the header. */
  const importRows = async (noun: 'users' | 'bookings', rows: readonly string[]): Promise<void> => {
    const file = join(folder, `${noun}.csv`);
    writeFileSync(file, `${rows.join('\n')}\n`);
    // If lines fail because the machine is busy, the next attempt imports them, and finds the other lines unchanged.
    let outcome = await tryAdmin(noun, 'import', file);
    for (let attempts = 1; attempts < MAX_ATTEMPTS && outcome.code !== 0; attempts += 1)
      outcome = await tryAdmin(noun, 'import', file);
    checks.check(`${noun} are imported`, outcome.code === 0, outcome.stderr || outcome.stdout);
  };
  const logIn = ({ clientId, clientSecret }: Credentials): Promise<Response> =>
    service.send('POST /auth', { body: { clientId, clientSecret } });

  const gate = await admin<Credentials>('clients', 'create', '--company', 'acme', '--name', 'Gate 1');
  const users = people.map((id) => `acme,${id},BADGE-${id},user-${id}@acme.test`);
  await importRows('users', ['companyId,id,uid,email', ...users]);
  const [opened, ends] = [dateFromNow(-HOUR), dateFromNow(2 * HOUR)];
  await importRows('bookings', [
    BOOKING_HEADER,
    ...people.map((id) => `acme,desk-${id},${id},position,Desk ${id},${opened},${ends}`),
    `acme,parking-42,42,parking,P7,${opened},${ends}`,
    `acme,later-42,42,position,Tomorrow,${dateFromNow(20 * HOUR)},${dateFromNow(24 * HOUR)}`,
  ]);
  const tokens = await logIn(gate);
  checks.equal('log in: 201', tokens.status, 201);
  const token = String(tokens.body['accessToken']);
  return { ...operated, admin, importRows, logIn, gate: { ...gate, token } };
};
