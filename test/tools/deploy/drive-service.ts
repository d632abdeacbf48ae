import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '../../../shared/routes.ts';
import type { Checks } from './checks.ts';
import type { DeployedStack } from './deployed-stack.ts';
import type { Moto } from './moto.ts';
import { runCommand } from './processes.ts';
import { matchesFilter, openStream } from './stream-reader.ts';

const HOUR = 3_600_000;

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The operator's command line on the deployed stack. */
const connectAdmin = (moto: Moto, stackName: string, { check }: Checks) => {
  const run = (...words: string[]) =>
    runCommand(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'bin/admin.ts', ...words, '--stack', stackName, '--json'],
      moto.environment,
    );
  const admin = async <Value>(...words: string[]): Promise<Value> => {
    const { code, stdout, stderr } = await run(...words);
    check(`admin ${words.slice(0, 2).join(' ')}`, code === 0, stderr || stdout);
    return (code === 0 ? JSON.parse(stdout) : {}) as Value;
  };
  return admin;
};

/** Uses everything that the service's stack deployed, as gates, operators and the stream do. */
export const driveService = async (
  moto: Moto,
  stack: DeployedStack,
  stackName: string,
  folder: string,
  checks: Checks,
): Promise<void> => {
  const { check } = checks;
  const admin = connectAdmin(moto, stackName, checks);
  const has = (key: string) => stack.routes.some((route) => route.key === key);

  check('the stack is complete', /^(CREATE|UPDATE)_COMPLETE$/.test(stack.status), stack.status);
  check('every resource of the template is there', stack.missing.length === 0, stack.missing);
  const keys = Object.values(routes).map(({ method, path }) => `${method} ${path}`);
  check(
    'the routes are those of the definition',
    keys.toSorted().join() ===
      stack.routes
        .map(({ key }) => key)
        .toSorted()
        .join(),
    stack.routes,
  );
  for (const { key, payload, isThrottled } of stack.routes) {
    check(`${key}: payload format 2.0, and a throttle`, payload === '2.0' && isThrottled, { payload, isThrottled });
  }
  for (const { name, callers } of stack.functions.filter((each) => each.name !== 'push')) {
    check(`API Gateway may call ${name}`, callers.includes('apigateway.amazonaws.com'), callers);
  }

  // What the operator does first.
  const client = await admin<Credentials>('clients', 'create', '--company', 'acme', '--name', 'Gate 1');
  const other = await admin<Credentials>('clients', 'create', '--company', 'globex', '--name', 'Gate 2');
  const importRows = async (noun: string, rows: readonly string[]) => {
    const file = join(folder, `${noun}.csv`);
    writeFileSync(file, `${rows.join('\n')}\n`);
    return admin<{ written: number }>(noun, 'import', file);
  };
  const users = [
    'companyId,id,uid,email',
    'acme,42,BADGE-42,Ann@acme.test',
    'acme,43,BADGE-43,bob@acme.test',
    'globex,42,G-42,',
  ];
  check('users are imported', (await importRows('users', users)).written === 3);
  const iso = (offset: number) => new Date(Date.now() + offset).toISOString();
  const header = 'companyId,bookingId,userId,kind,name,checkinOpensAt,noShowAt';
  const open = `${iso(-HOUR)},${iso(2 * HOUR)}`;
  const bookings = [
    header,
    `acme,b-1,42,position,Desk 4.12,${open}`,
    `acme,b-2,42,parking,P7,${open}`,
    `acme,b-3,43,position,Desk 5.1,${open}`,
    `acme,b-9,42,position,Tomorrow,${iso(20 * HOUR)},${iso(24 * HOUR)}`,
  ];
  check('bookings are imported', (await importRows('bookings', bookings)).written === 4);

  // What a gate does.
  const logIn = async ({ clientId, clientSecret }: Credentials) =>
    stack.ask('POST /auth', { body: { clientId, clientSecret } });
  const tokens = await logIn(client);
  check('log in: 201 and no-store', tokens.status === 201 && tokens.headers['cache-control'] === 'no-store', tokens);
  check('log in with a wrong secret: 401', (await logIn({ ...client, clientSecret: 'no' })).status === 401);
  const refreshToken = String(tokens.body['refreshToken']);
  const refreshed = await stack.ask('GET /auth/refresh-token', { token: refreshToken });
  const again = await stack.ask('GET /auth/refresh-token', { token: refreshToken });
  check('refresh: 200', refreshed.status === 200, refreshed);
  check('refresh again: the same, byte for byte', JSON.stringify(again.body) === JSON.stringify(refreshed.body), again);
  const token = String(refreshed.body['accessToken']);
  const checkIn = (body: object, headers: Record<string, string> = {}) =>
    stack.ask('POST /scheduling/checkin', { body, token, headers });

  const [mapping] = stack.mappings;
  const readStream = openStream(mapping?.streamArn ?? '', moto.url);
  await readStream();
  const key = { 'idempotency-key': 'swipe-1' };
  const first = await checkIn({ uid: 'BADGE-42', notify: true }, key);
  check('check in by uid: 2 bookings', first.body['checkinCount'] === 2, first);
  check('the same key again: 2', (await checkIn({ uid: 'BADGE-42', notify: true }, key)).body['checkinCount'] === 2);
  check('without it: 0', (await checkIn({ id: 42, notify: true })).body['checkinCount'] === 0);
  check('by e-mail: 1', (await checkIn({ email: 'BOB@acme.test', notify: true })).body['checkinCount'] === 1);
  check('nobody: 404', (await checkIn({ id: 99 })).status === 404);
  const foreign = await logIn(other);
  const asOther = { body: { id: 42 }, token: String(foreign.body['accessToken']) };
  const seenByOther = await stack.ask('POST /scheduling/checkin', asOther);
  check('another company: 0', seenByOther.body['checkinCount'] === 0, seenByOther);
  check('no token: 401', (await stack.ask('POST /scheduling/checkin', { body: { id: 42 } })).status === 401);
  const explained = await checkIn({ id: 42, details: true });
  if ('bookings' in explained.body) {
    check(
      'details: two bookings checked in before',
      JSON.stringify(explained.body['bookings']).split('already_checked_in').length === 3,
      explained,
    );
    const dry = await checkIn({ id: 43, dryRun: true });
    check('dry run: 200', dry.status === 200 && 'bookings' in dry.body, dry);
  }

  // What becomes of it.
  const records = await readStream();
  const passed = records.filter((record) => mapping?.filters.some((filter) => matchesFilter(filter as never, record)));
  check('the filter passes on the three check-ins with notify', passed.length === 3, [records.length, passed.length]);
  const { result } = await stack.invoke('push', { Records: passed });
  check('push: nothing is left over', JSON.stringify(result) === '{"batchItemFailures":[]}', result);
  const messages = stack.published.map((each) => each.get('Message') ?? '');
  check(
    'two pushes, of which one names both bookings',
    messages.length === 2 && messages.some((text) => text.includes('Desk 4.12') && text.includes('P7')),
    messages,
  );

  if (has('POST /scheduling/checkin/batch')) {
    await importRows('bookings', [
      header,
      `acme,b-4,42,position,Desk 6.1,${open}`,
      `acme,b-5,43,position,Desk 6.2,${open}`,
    ]);
    const items = [42, 43, 99].map((id) => ({ key: `batch-${id}`, id, date: iso(0) }));
    const batch = await stack.ask('POST /scheduling/checkin/batch', { body: { items }, token });
    const codes = (batch.body['items'] as { statusCode: number }[] | undefined)?.map(({ statusCode }) => statusCode);
    check('batch: two checked in, one unknown', codes?.join() === '200,200,404', batch);
  }
  if (has('POST /sync/users')) {
    const hr = await admin<Credentials>('clients', 'create', '--company', 'acme', '--name', 'HR', '--scope', 'sync');
    const hrToken = String((await logIn(hr)).body['accessToken']);
    const sync = (path: string, items: object[]) =>
      stack.ask(`POST /sync/${path}`, { body: { items }, token: hrToken });
    const outcomes = async (answer: ReturnType<typeof sync>) =>
      ((await answer).body['items'] as { outcome: string }[] | undefined)?.map(({ outcome }) => outcome).join();
    const user = { id: 44, uid: 'BADGE-44' };
    const booking = { bookingId: 'b-6', userId: 44, kind: 'position', checkinOpensAt: iso(-HOUR), noShowAt: iso(HOUR) };
    check('sync writes a user', (await outcomes(sync('users', [user]))) === 'written');
    check('sync again: unchanged', (await outcomes(sync('users', [user]))) === 'unchanged');
    check('sync writes a booking', (await outcomes(sync('bookings', [booking]))) === 'written');
    check('… in which the user is checked in', (await checkIn({ uid: 'BADGE-44' })).body['checkinCount'] === 1);
    check('sync deletes', (await outcomes(sync('users', [{ id: 44, deleted: true }]))) === 'deleted');
    const wrongScope = await stack.ask('POST /sync/users', { body: { items: [user] }, token });
    check('sync with a gate’s token: 403', wrongScope.status === 403, wrongScope);
  }

  // What the operator does later.
  const listed = await admin<{ checkin?: object }[]>('bookings', 'list', '--company', 'acme', '--user', '42');
  check('the operator sees the check-ins', listed.filter(({ checkin }) => checkin).length >= 2, listed);
  await admin('keys', 'rotate');
  check('after a rotation of the keys, tokens of before are good', (await checkIn({ id: 42 })).status === 200);
  await admin('clients', 'disable', client.clientId);
  check('a disabled client: 401', (await checkIn({ id: 42 })).status === 401);
  await admin('clients', 'delete', client.clientId, '--yes');
  const unknown = await runCommand(
    process.execPath,
    ['bin/admin.ts', 'clients', 'list', '--stack', 'nowhere'],
    moto.environment,
  );
  check('a stack that does not exist: exit code 1', unknown.code === 1, unknown);

  // What all of it left behind.
  const refused = stack.calls.filter(({ isAllowed }) => !isAllowed);
  check('no call was refused by the policies of a role', refused.length === 0, refused.slice(0, 3));
  const text = JSON.stringify(stack.log);
  const secrets = [client.clientSecret, String(tokens.body['accessToken']), refreshToken, token];
  check(
    'no secret, token or e-mail address is in the logs',
    secrets.every((each) => !text.includes(each)) && !/@acme\.test/i.test(text),
  );
  const written = new Set(
    stack.log.flatMap((line) => {
      const { CloudWatchMetrics = [] } = (line['_aws'] ?? {}) as { CloudWatchMetrics?: { Namespace: string }[] };
      return CloudWatchMetrics.map(({ Namespace }) => `${Namespace} ${String(line['service'])}`);
    }),
  );
  const watched = stack.ownAlarms.map(({ namespace, dimensions }) => `${namespace} ${dimensions['service']}`);
  check('the alarms look where the functions write', watched.length > 0 && watched.every((each) => written.has(each)), {
    watched,
    written: [...written],
  });
};
