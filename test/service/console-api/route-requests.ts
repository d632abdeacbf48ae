import type { ConsoleRouteId } from '../../../shared/console-api/routes.ts';
import { csv, type ConsoleCaller, type ConsoleRequest, type ConsoleService } from '../../support/console-service.ts';

/** One resource of each kind that a request can name. */
interface Resources {
  readonly companyId: string;
  readonly clientId: string;
  readonly secretId: string;
  readonly etag: string;
  /** The subject of a member who is not an owner. */
  readonly subject: string;
  readonly userId: number;
  readonly bookingId: string;
  readonly invitationId: string;
}

/** A company with these resources. */
export interface Company extends Resources {
  readonly owner: ConsoleCaller;
}

const HOUR = 3_600_000;
/** The last user id in use. Each company gets the next id, so that no two companies have a user with the same id. */
let lastUserId = 1_000;

export const aCompany = async (service: ConsoleService): Promise<Company> => {
  const owner = await service.aMember('owner');
  const { companyId } = owner;
  const { subject } = await service.aMember('viewer', companyId);
  const { body } = await owner.call('createClient', { body: { name: 'Gate 1' } });
  const { clientId, etag, secrets } = body.client;
  lastUserId += 1;
  const [userId, bookingId] = [lastUserId, `desk of ${companyId}`];
  await service.stores.users.save({ companyId, id: userId, uid: `E-${companyId}` });
  await service.stores.book({ companyId, userId }, { bookingId });
  const invited = await owner.call('inviteMember', { body: { email: `nora@${companyId}.example`, role: 'viewer' } });
  const ids = { clientId, secretId: secrets[0].secretId, subject, userId, bookingId, invitationId: invited.body.id };
  return { owner, companyId, etag, ...ids };
};

/** Each user has a device, because one of another company would be refused. */
const endpointOf = ({ userId }: Resources) =>
  `arn:aws:sns:eu-central-1:123456789012:endpoint/APNS/desk-app/device-${userId}`;
/** The start of the requested part of the log, because without a filter the route reads 400 days. */
const anHourAgo = new Date(Date.now() - HOUR).toISOString();
const today = () => new Date().toISOString().slice(0, 10);
const onUser = ({ userId }: Resources): ConsoleRequest => ({ params: { userId } });
const bookingIdsOf = ({ userId, bookingId }: Resources) => ({ userId, bookingId });

export const unknownIds = {
  clientId: 'ckc_0',
  secretId: 'sec_0',
  subject: 'nobody',
  userId: 1,
  bookingId: 'nothing',
  invitationId: 'none',
} as const satisfies Partial<Company>;

const onClient = ({ clientId, etag }: Resources, body?: object): ConsoleRequest => ({
  params: { clientId },
  headers: { 'If-Match': etag },
  ...(body && { body }),
});

/** For each route, a function that makes a request for a company's resources. `fresh` is a text that was never used before. */
export const routeRequests: Readonly<Record<ConsoleRouteId, (company: Resources, fresh: string) => ConsoleRequest>> = {
  getMe: () => ({}),
  listMyInvitations: () => ({}),
  acceptInvitation: ({ invitationId }) => ({ params: { invitationId } }),
  leave: () => ({}),
  listClients: () => ({}),
  createClient: () => ({ body: { name: 'Gate 2' } }),
  getClient: (company) => onClient(company),
  updateClient: (company) => onClient(company, { name: 'Taken over', enabled: false }),
  deleteClient: (company) => onClient(company),
  rotateSecret: (company) => onClient(company, { graceHours: 1 }),
  endSecret: ({ clientId, secretId, etag }) => ({ params: { clientId, secretId }, headers: { 'If-Match': etag } }),
  revokeTokens: (company) => onClient(company),
  searchUsers: () => ({ body: { q: 'E-' } }),
  getUser: onUser,
  updateUser: (company) => ({ ...onUser(company), headers: { 'If-Match': '*' }, body: { name: 'Taken over' } }),
  removeUser: onUser,
  listUserBookings: (company) => ({ ...onUser(company), query: { day: today() } }),
  exportUser: onUser,
  addDevice: (company) => ({ ...onUser(company), body: { endpointArn: endpointOf(company) } }),
  removeDevice: (company) => ({ ...onUser(company), body: { endpointArn: endpointOf(company) } }),
  checkIn: ({ userId, bookingId }) => ({ body: { userId, bookingIds: [bookingId], reason: 'lost her badge' } }),
  undoCheckin: (company) => ({ body: { ...bookingIdsOf(company), reason: 'somebody else' } }),
  cancelBooking: (company) => ({ body: bookingIdsOf(company) }),
  importUsers: (_, fresh) => csv(`id,uid\n7,${fresh}\n`),
  importBookings: () => csv('userId,bookingId,kind,checkinOpensAt,noShowAt\n'),
  tryCheckin: ({ userId }) => ({ body: { id: userId } }),
  listAttendance: () => ({ query: { day: today() } }),
  searchAttendance: () => ({ body: { day: today(), q: 'e-' } }),
  reportAttendance: () => ({ query: { from: today(), until: today() } }),
  summariseAttendance: () => ({ query: { day: today() } }),
  listLog: () => ({ query: { from: anHourAgo } }),
  listNewUsers: () => ({ query: { import: 'no-import' } }),
  listMembers: () => ({}),
  inviteMember: (_, fresh) => ({ body: { subject: fresh, role: 'viewer' } }),
  resendInvitation: ({ invitationId }) => ({ params: { invitationId } }),
  withdrawInvitation: ({ invitationId }) => ({ params: { invitationId } }),
  changeMemberRole: ({ subject }) => ({ body: { subject, role: 'admin' } }),
  removeMember: ({ subject }) => ({ body: { subject } }),
};
