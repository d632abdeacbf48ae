import { randomUUID } from 'node:crypto';
import { CONSOLE_API_PATH, consoleRoutes, type ConsoleRouteId } from '../../../../shared/console-api/routes.ts';
import { routeRequests, unknownIds } from '../../../service/console-api/route-requests.ts';
import type { ConsoleRequest } from '../../../support/console-service.ts';
import { dateFromNow, HOUR } from '../../drive-api/company.ts';
import type { DrillContext } from '../drill-context.ts';
import type { Response } from '../../drive-api/send.ts';

/** The status that a call must get (default: 200), and what differs from the route's usual request. */
interface Call extends ConsoleRequest {
  readonly status?: number;
}

/** What the usual requests name. The etag fits every state. */
const named = { ...unknownIds, companyId: 'acme', userId: 71, bookingId: 'desk-71', subject: 'vera', etag: '*' };

const invite = async ({ admin }: DrillContext, role: string, subject: string): Promise<string> => {
  const words = ['--company', 'acme', '--role', role, '--subject', subject];
  return (await admin<{ invitationId: string }>('members', 'add', ...words)).invitationId;
};

/** Invites an account, as the operator, and returns how it calls the console's API. */
const signIn = async (context: DrillContext, role: string, subject: string) => {
  const { service, sign, checks } = context;
  const token = await sign(subject);
  const called = new Set<string>();
  const call = async (id: ConsoleRouteId, { status = 200, ...changes }: Call = {}): Promise<Response> => {
    called.add(id);
    const { params = {}, query, ...request } = { ...routeRequests[id](named, randomUUID()), ...changes };
    const { method, path } = consoleRoutes[id];
    const search = new URLSearchParams(query as Readonly<Record<string, string>>).toString();
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const target = `${method} ${CONSOLE_API_PATH}${filled}?${search}`;
    const response = await service.send(target, { ...request, token });
    checks.check(`console ${method} ${path}: ${status}`, response.status === status, response);
    return response;
  };
  const invitationId = await invite(context, role, subject);
  await call('listMyInvitations');
  await call('acceptInvitation', { params: { invitationId } });
  return { call, called };
};

type Member = Awaited<ReturnType<typeof signIn>>;

const useClients = async ({ call }: Member): Promise<void> => {
  const created = await call('createClient', { status: 201 });
  const { clientId } = created.body['client'] as { clientId: string };
  const params = { clientId };
  for (const id of ['listClients', 'getClient', 'updateClient'] as const) await call(id, { params });
  const { body } = await call('rotateSecret', { params, status: 201 });
  const { secrets } = body['client'] as { secrets: { secretId: string }[] };
  await call('endSecret', { params: { clientId, secretId: secrets[0]?.secretId ?? '' } });
  await call('revokeTokens', { params });
  await call('deleteClient', { params, status: 204 });
};

const usePeople = async ({ call }: Member): Promise<void> => {
  for (const body of [{}, { q: '71' }, { q: 'badge-7' }]) await call('searchUsers', { body });
  for (const id of ['getUser', 'updateUser', 'addDevice', 'removeDevice', 'listUserBookings'] as const) await call(id);
  for (const id of ['tryCheckin', 'checkIn', 'undoCheckin', 'cancelBooking', 'exportUser'] as const) await call(id);
  for (const id of ['listAttendance', 'searchAttendance', 'summariseAttendance', 'reportAttendance'] as const)
    await call(id);
};

const useImports = async ({ call }: Member, { service, gate, checks: { equal } }: DrillContext): Promise<void> => {
  const bookings = `bookingId,userId,kind,checkinOpensAt,noShowAt\ndesk-73,73,position,${dateFromNow(-HOUR)},${dateFromNow(HOUR)}\n`;
  await call('importUsers', { body: 'id,uid,email\n73,BADGE-73,user-73@acme.test\n74,BADGE-74,\n' });
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

const useMembers = async ({ call }: Member): Promise<void> => {
  const body = { email: 'vic@acme.test', role: 'viewer' };
  const invited = await call('inviteMember', { body, status: 201 });
  const params = { invitationId: String(invited.body['id']) };
  await call('listMembers');
  await call('resendInvitation', { params });
  await call('withdrawInvitation', { params, status: 204 });
  await call('changeMemberRole');
  await call('removeMember', { status: 204 });
  // The last owner cannot leave.
  await call('leave', { status: 409 });
};

/** Calls every route of the console's API. */
export const useConsole = async (context: DrillContext): Promise<void> => {
  await signIn(context, 'viewer', 'vera');
  const owner = await signIn(context, 'owner', 'ana');
  await owner.call('getMe');
  await useClients(owner);
  await usePeople(owner);
  await useImports(owner, context);
  await useMembers(owner);
  await owner.call('listLog');
  await owner.call('listLog', { query: { user: 71 } });
  await owner.call('listNewUsers');
  const missed = Object.keys(consoleRoutes).filter((id) => !owner.called.has(id));
  context.checks.equal('every route of the console’s API was called', missed, []);
};
