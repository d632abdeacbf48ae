import { randomUUID } from 'node:crypto';
import { CONSOLE_API_PATH, consoleRoutes, type ConsoleRouteId } from '../../../../shared/console-api/routes.ts';
import type { Role } from '../../../../shared/rules/roles.ts';
import { routeRequests, unknownIds } from '../../../service/console-api/route-requests.ts';
import { fill, type ConsoleRequest } from '../../../support/console-service.ts';
import type { DeployedStack } from '../deployed-stack.ts';
import { dateFromNow, HOUR } from '../company.ts';
import type { DrillContext } from '../drill-context.ts';
import type { Response } from '../send.ts';

interface Call extends ConsoleRequest {
  /** The expected status. Default: 200. */
  readonly status?: number;
}

/** What the calls without parameters of their own name. The etag fits every state. */
const company = { ...unknownIds, companyId: 'acme', userId: 71, bookingId: 'desk-71', subject: 'vera', etag: '*' };

/** Calls the console's API as one member, by the names of its routes, and remembers the called routes. */
const signIn = (stack: DeployedStack, token: string, { check }: DrillContext['checks']) => {
  const called = new Set<ConsoleRouteId>();
  /** Sends a route's usual request, with these changes. */
  const call = async (id: ConsoleRouteId, { status = 200, ...changes }: Call = {}): Promise<Response> => {
    called.add(id);
    const { params, query, ...request } = { ...routeRequests[id](company, randomUUID()), ...changes };
    const { method, path } = consoleRoutes[id];
    const search = new URLSearchParams(query as Readonly<Record<string, string>>).toString();
    const target = `${method} ${CONSOLE_API_PATH}${fill(path, params)}?${search}`;
    const response = await stack.send(target, { ...request, token });
    check(`console ${method} ${path}: ${status}`, response.status === status, response);
    return response;
  };
  return { call, called };
};

type Member = ReturnType<typeof signIn>;

const useClients = async ({ call }: Member, { secrets }: DrillContext): Promise<void> => {
  const created = await call('createClient', { body: { name: 'Gate 7' }, status: 201 });
  const clientOf = ({ body }: Response) => body['client'] as { clientId: string; secrets: { secretId: string }[] };
  const { clientId } = clientOf(created);
  secrets.push(String(created.body['clientSecret']));
  await call('listClients');
  const params = { clientId };
  await call('getClient', { params });
  await call('updateClient', { params, body: { name: 'Gate 8' } });
  const rotated = await call('rotateSecret', { params, status: 201 });
  secrets.push(String(rotated.body['clientSecret']));
  await call('rotateSecret', { params, headers: { 'if-match': '*' }, status: 409 });
  await call('endSecret', { params: { clientId, secretId: clientOf(rotated).secrets[0]?.secretId ?? '' } });
  await call('revokeTokens', { params });
  await call('deleteClient', { params, status: 204 });
};

const usePeople = async ({ call }: Member): Promise<void> => {
  for (const body of [{}, { q: '71' }, { q: 'badge-7' }]) await call('searchUsers', { body });
  const { headers } = await call('getUser');
  await call('updateUser', { headers: { 'if-match': headers['etag'] ?? '' }, body: { language: 'es' } });
  for (const id of ['addDevice', 'removeDevice', 'listUserBookings', 'tryCheckin'] as const) await call(id);
  for (const id of ['checkIn', 'undoCheckin', 'cancelBooking', 'exportUser'] as const) await call(id);
  for (const id of ['listAttendance', 'searchAttendance', 'summariseAttendance', 'reportAttendance'] as const)
    await call(id);
};

const useImports = async ({ call }: Member, { service, gate, checks: { equal } }: DrillContext): Promise<void> => {
  const users = 'id,uid,email\n73,BADGE-73,user-73@acme.test\n74,BADGE-74,\n';
  const bookings = `bookingId,userId,kind,checkinOpensAt,noShowAt\ndesk-73,73,position,${dateFromNow(-HOUR)},${dateFromNow(HOUR)}\n`;
  await call('importUsers', { body: users, query: { dryRun: true } });
  await call('importUsers', { body: users });
  await call('importBookings', { body: bookings, query: { dryRun: true } });
  const imported = await call('importBookings', { body: bookings });
  equal('… one booking is written', imported.body['written'], 1);
  // The removal of user 73 releases the uid, and user 74 gets it.
  const { body } = await call('importUsers', { body: 'id,uid,deleted\n73,,true\n74,BADGE-73,\n' });
  equal('… one user is changed, one removed', [body['written'], body['deleted']], [1, 1]);
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
  await call('changeMemberRole');
  await call('removeMember', { status: 204 });
  // The last owner cannot leave.
  await call('leave', { status: 409 });
};

/** Sends requests that the authorizer rejects, and requests that the function rejects. */
const checkRefusals = async (context: DrillContext): Promise<void> => {
  const { gate, checks } = context;
  const { service: stack, sign } = context;
  const me = `GET ${CONSOLE_API_PATH}/me`;
  const { body: stranger } = await stack.send(me, { token: await sign({ sub: 'stranger' }) });
  const isNamed = JSON.stringify(stranger).includes('stranger');
  checks.check('not a member: 403, with the subject that an owner can invite', isNamed, stranger);
  const refused = {
    'no token': undefined,
    'a gate’s token': gate.token,
    'a token for another client': await sign({ client_id: 'other' }),
    'a token of another issuer': await sign({ iss: 'https://login.example.com' }),
  };
  for (const [what, token] of Object.entries(refused))
    checks.equal(`the authorizer: ${what}, 401`, (await stack.send(me, { token })).status, 401);
  // The function would reject this token too, but the response must be the authorizer's.
  const unscoped = await stack.send(me, { token: await sign({ scope: 'openid' }) });
  checks.equal('… a token without the scope, 403', unscoped.body['message'], 'Forbidden');
  const viewer = signIn(stack, await sign({ sub: 'vera' }), checks);
  await join(viewer, context, 'viewer', 'vera');
  await viewer.call('createClient', { body: { name: 'Gate 9' }, status: 403 });
  await viewer.call('listClients');
};

/** Calls every route of the console's API, behind the deployed authorizer. */
export const useConsole = async (context: DrillContext): Promise<void> => {
  const { checks } = context;
  const { service: stack, sign } = context;
  await checkRefusals(context);
  const token = await sign({ sub: 'ana' });
  context.secrets.push(token);
  const owner = signIn(stack, token, checks);
  await join(owner, context, 'owner', 'ana');
  await owner.call('getMe');
  await useClients(owner, context);
  await usePeople(owner);
  await useImports(owner, context);
  await useMembers(owner);
  await owner.call('listLog');
  await owner.call('listLog', { query: { user: 71 } });
  const missed = Object.keys(consoleRoutes).filter((id) => !owner.called.has(id as ConsoleRouteId));
  checks.equal('every route of the console’s API was called', missed, []);
};
