import type { Role } from '../../../../shared/rules/roles.ts';
import { CONSOLE_API_PATH, consoleRoutes, type ConsoleRouteId } from '../../../../shared/console-api/routes.ts';
import type { DeployedStack, Response } from '../deployed-stack.ts';
import type { Request } from '../gateway-event.ts';
import { dateFromNow, HOUR, type DrillContext } from '../drill-context.ts';

interface Call extends Omit<Request, 'token'> {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: string;
  /** The expected status. Default: 200. */
  readonly status?: number;
}

const fill = (path: string, params: Call['params'] = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));

/** Calls the console's API as one member, by the names of its routes, and remembers the called routes. */
const signIn = (stack: DeployedStack, token: string, { check }: DrillContext['checks']) => {
  const called = new Set<ConsoleRouteId>();
  const call = async (
    id: ConsoleRouteId,
    { params, query, status = 200, ...request }: Call = {},
  ): Promise<Response> => {
    called.add(id);
    const { method, path } = consoleRoutes[id];
    const target = `${method} ${CONSOLE_API_PATH}${fill(path, params)}${query === undefined ? '' : `?${query}`}`;
    const response = await stack.send(target, { ...request, token });
    check(`console ${method} ${path}: ${status}`, response.status === status, response);
    return response;
  };
  return { call, called };
};

type Member = ReturnType<typeof signIn>;

const useClients = async ({ call }: Member, { secrets, checks: { check } }: DrillContext): Promise<void> => {
  const create = { body: { name: 'Gate 7' }, headers: { 'idempotency-key': 'create-1' }, status: 201 };
  const created = await call('createClient', create);
  const again = await call('createClient', create);
  const clientOf = ({ body }: Response) => body['client'] as { clientId: string; secrets: { secretId: string }[] };
  const { clientId } = clientOf(created);
  const [first, fresh] = [String(created.body['clientSecret']), String(again.body['clientSecret'])];
  secrets.push(first, fresh);
  check(
    'the same creation again: the same client, a new secret',
    clientOf(again).clientId === clientId && first !== fresh,
  );
  await call('listClients');
  const params = { clientId };
  const headersOf = async () => {
    const { headers } = await call('getClient', { params });
    return { 'if-match': headers['etag'] ?? '' };
  };
  await call('updateClient', { params, headers: await headersOf(), body: { name: 'Gate 8' } });
  const rotate = { params, headers: await headersOf(), body: { graceHours: 1 }, status: 201 };
  const rotated = await call('rotateSecret', rotate);
  secrets.push(String(rotated.body['clientSecret']));
  const key = { 'idempotency-key': 'rotate-1' };
  await call('rotateSecret', { ...rotate, headers: { ...(await headersOf()), ...key }, status: 409 });
  const secretId = clientOf(rotated).secrets[0]?.secretId ?? '';
  await call('endSecret', { params: { clientId, secretId }, headers: await headersOf() });
  await call('revokeTokens', { params, headers: await headersOf() });
  await call('deleteClient', { params, headers: await headersOf(), status: 204 });
};

const usePeople = async ({ call }: Member): Promise<void> => {
  const params = { userId: 71 };
  const day = dateFromNow(-HOUR).slice(0, 10);
  for (const body of [
    { id: 71 },
    { uid: 'BADGE-71' },
    { email: 'user-71@acme.test' },
    { prefix: 'BADGE-7' },
    { q: 'badge-7' },
  ]) {
    await call('searchUsers', { body });
  }
  const { headers } = await call('getUser', { params });
  await call('updateUser', { params, headers: { 'if-match': headers['etag'] ?? '' }, body: { language: 'es' } });
  const body = { endpointArn: 'arn:aws:sns:eu-central-1:123456789012:endpoint/GCM/app/1' };
  await call('addDevice', { params, body });
  await call('removeDevice', { params, body });
  await call('listUserBookings', { params, query: `day=${day}` });
  const booking = { userId: 71, bookingId: 'desk-71' };
  await call('tryCheckin', { body: { id: 71 } });
  await call('checkIn', { body: { ...booking, reason: 'lost her badge' } });
  await call('undoCheckin', { body: { ...booking, reason: 'somebody else' } });
  await call('cancelBooking', { body: booking });
  await call('exportUser', { params });
  await call('listAttendance', { query: `day=${day}` });
  await call('searchAttendance', { body: { day, q: 'badge-7' } });
  await call('summariseAttendance', { query: `day=${day}` });
};

const useImports = async ({ call }: Member, { service, gate, checks: { check } }: DrillContext): Promise<void> => {
  const headers = { 'content-type': 'text/csv' };
  const users = 'id,uid,email\n73,BADGE-73,user-73@acme.test\n74,BADGE-74,\n';
  const bookings = `bookingId,userId,kind,checkinOpensAt,noShowAt\ndesk-73,73,position,${dateFromNow(-HOUR)},${dateFromNow(HOUR)}\n`;
  await call('importUsers', { headers, body: users, query: 'dryRun=true' });
  await call('importUsers', { headers, body: users });
  await call('importBookings', { headers, body: bookings, query: 'dryRun=true' });
  const imported = await call('importBookings', { headers, body: bookings });
  check('… one booking is written', imported.body['written'] === 1, imported);
  // The removal of user 73 releases the uid, and user 74 gets it.
  const changed = await call('importUsers', { headers, body: 'id,uid,deleted\n73,,true\n74,BADGE-73,\n' });
  check('… one user is changed, one removed', changed.body['written'] === 1 && changed.body['deleted'] === 1, changed);
  // Checks user 72 in, so that the user has entries in the log when the user is removed.
  await service.send('POST /scheduling/checkin', { body: { id: 72 }, token: gate.token });
  await call('undoCheckin', { body: { userId: 72, bookingId: 'desk-72', reason: 'somebody else' } });
  await call('removeUser', { params: { userId: 72 } });
};

/** Invites the account with this subject, as the operator, and accepts the invitation, as the member. */
const join = async ({ call }: Member, { admin }: DrillContext, role: Role, subject: string): Promise<void> => {
  const words = ['--company', 'acme', '--role', role, '--subject', subject];
  const { invitationId } = await admin<{ invitationId: string }>('members', 'add', ...words);
  await call('listMyInvitations');
  await call('acceptInvitation', { params: { invitationId } });
};

const useMembers = async ({ call }: Member): Promise<void> => {
  const invited = await call('inviteMember', { body: { email: 'vic@acme.test', role: 'viewer' }, status: 201 });
  const params = { invitationId: String(invited.body['id']) };
  await call('listMembers');
  await call('resendInvitation', { params });
  await call('withdrawInvitation', { params, status: 204 });
  // Invites the same address again, now that its account exists.
  await call('inviteMember', { body: { email: 'vic@acme.test', role: 'viewer' }, status: 201 });
  await call('changeMemberRole', { body: { subject: 'vera', role: 'auditor' } });
  await call('removeMember', { body: { subject: 'vera' }, status: 204 });
  // The last owner cannot leave.
  await call('leave', { status: 409 });
};

/** Sends requests that the authorizer rejects, and requests that the function rejects. */
const checkRefusals = async (
  { stack, sign }: NonNullable<DrillContext['console']>,
  context: DrillContext,
): Promise<void> => {
  const { gate, checks } = context;
  const { check } = checks;
  const me = `GET ${CONSOLE_API_PATH}/me`;
  const statusWith = async (token?: string) => (await stack.send(me, { token })).status;
  const stranger = await stack.send(me, { token: await sign({ sub: 'stranger' }) });
  check(
    'not a member: 403, with the subject that an owner can invite',
    JSON.stringify(stranger.body).includes('stranger'),
    stranger,
  );
  const direct = await stack.send(me, { token: await sign({ sub: 'stranger' }), isDirect: true });
  check('a request that bypasses CloudFront: 403', direct.status === 403 && direct.body['code'] === undefined, direct);
  check('the authorizer: no token, 401', (await statusWith()) === 401);
  check('… a gate’s token, 401', (await statusWith(gate.token)) === 401);
  check('… a token for another client, 401', (await statusWith(await sign({ client_id: 'other' }))) === 401);
  check(
    '… a token of another issuer, 401',
    (await statusWith(await sign({ iss: 'https://login.example.com' }))) === 401,
  );
  // The function would reject this token too, but the response must be the authorizer's.
  const unscoped = await stack.send(me, { token: await sign({ scope: 'openid' }) });
  check('… a token without the scope, 403', unscoped.body['message'] === 'Forbidden', unscoped);
  const viewer = signIn(stack, await sign({ sub: 'vera' }), { check, failures: [], count: () => 0 });
  await join(viewer, context, 'viewer', 'vera');
  await viewer.call('createClient', { body: { name: 'Gate 9' }, status: 403 });
  await viewer.call('listClients');
};

/** Calls every route of the console's API, behind the deployed authorizer. */
export const useConsole = async (context: DrillContext): Promise<void> => {
  const { console, checks } = context;
  if (!console) return;
  const { stack, sign } = console;
  await checkRefusals(console, context);
  const token = await sign({ sub: 'ana' });
  context.secrets.push(token);
  const owner = signIn(stack, token, checks);
  await join(owner, context, 'owner', 'ana');
  await owner.call('getMe');
  await useClients(owner, context);
  await usePeople(owner);
  await useImports(owner, context);
  await useMembers(owner);
  await owner.call('listKeys');
  await owner.call('listLog');
  await owner.call('listLog', { query: 'user=71' });
  const missed = Object.keys(consoleRoutes).filter((id) => !owner.called.has(id as ConsoleRouteId));
  checks.check('every route of the console’s API was called', missed.length === 0, missed);
};
