import type {
  AttendanceSummaryResponse,
  ListAttendanceQuery,
  ListAttendanceResponse,
  SearchAttendanceRequest,
} from '../../../../shared/console-api/attendance.ts';
import type {
  CancelBookingRequest,
  CancelBookingResponse,
  CheckInRequest,
  CheckInResponse,
  ListUserBookingsResponse,
  UndoCheckinRequest,
  UndoCheckinResponse,
} from '../../../../shared/console-api/bookings.ts';
import type {
  ClientView,
  CreateClientRequest,
  ListClientsResponse,
  NewSecretResponse,
  RevokeTokensResponse,
  RotateSecretRequest,
  UpdateClientRequest,
} from '../../../../shared/console-api/clients.ts';
import type { ImportResponse } from '../../../../shared/console-api/imports.ts';
import type { ListKeysResponse } from '../../../../shared/console-api/keys.ts';
import type { ListLogResponse } from '../../../../shared/console-api/log.ts';
import type { ListMyInvitationsResponse, MeResponse } from '../../../../shared/console-api/me.ts';
import type {
  ChangeMemberRoleRequest,
  InvitationView,
  InviteMemberRequest,
  ListMembersResponse,
  MemberView,
} from '../../../../shared/console-api/members.ts';
import type { TryCheckinRequest, TryCheckinResponse } from '../../../../shared/console-api/try-checkin.ts';
import type {
  ExportUserResponse,
  PersonView,
  RemoveUserResponse,
  SearchUsersRequest,
  SearchUsersResponse,
  UpdateUserRequest,
  UserView,
} from '../../../../shared/console-api/users.ts';
import type { Call, Send } from './connection.ts';

type Query = NonNullable<Call['query']>;

export interface ImportChunk {
  readonly kind: 'users' | 'bookings';
  readonly text: string;
  readonly contentType: 'text/csv' | 'application/x-ndjson';
  readonly firstLine: number;
  readonly isDryRun: boolean;
  readonly timeZone: string;
  /** The same id for all chunks of a file. */
  readonly importId: string;
  readonly fileName: string;
}

const pathOf = ({ clientId }: Pick<ClientView, 'clientId'>): string => `/clients/${encodeURIComponent(clientId)}`;

/** The routes of /console/api that the pages use, with the types of their requests and responses. */
export const consoleApi = (send: Send) => ({
  getMe: (signal?: AbortSignal) => send<MeResponse>('GET', '/me', { signal }),
  listMyInvitations: (signal?: AbortSignal) =>
    send<ListMyInvitationsResponse>('GET', '/me/invitations', { signal, maxAttempts: 2 }),
  acceptInvitation: (id: string) => send<MeResponse>('POST', `/me/invitations/${id}/accept`),
  leaveCompany: () => send<void>('DELETE', '/me/membership'),

  listClients: (query: Query, signal?: AbortSignal) => send<ListClientsResponse>('GET', '/clients', { query, signal }),
  getClient: (clientId: string) => send<ClientView>('GET', pathOf({ clientId })),
  createClient: (body: CreateClientRequest, idempotencyKey: string) =>
    send<NewSecretResponse>('POST', '/clients', { body, idempotencyKey }),
  updateClient: (client: ClientView, body: UpdateClientRequest) =>
    send<ClientView>('PATCH', pathOf(client), { body, ifMatch: client.etag }),
  deleteClient: (client: ClientView) => send<void>('DELETE', pathOf(client), { ifMatch: client.etag }),
  rotateSecret: (client: ClientView, body: RotateSecretRequest, idempotencyKey: string) =>
    send<NewSecretResponse>('POST', `${pathOf(client)}/secrets`, { body, ifMatch: client.etag, idempotencyKey }),
  endSecret: (client: ClientView, secretId: string) =>
    send<ClientView>('DELETE', `${pathOf(client)}/secrets/${encodeURIComponent(secretId)}`, { ifMatch: client.etag }),
  revokeTokens: (client: ClientView) =>
    send<RevokeTokensResponse>('POST', `${pathOf(client)}/revoke-tokens`, { ifMatch: client.etag }),

  listMembers: (query: Query, signal?: AbortSignal) => send<ListMembersResponse>('GET', '/members', { query, signal }),
  inviteMember: (body: InviteMemberRequest) => send<InvitationView>('POST', '/members', { body }),
  resendInvitation: (id: string) => send<InvitationView>('POST', `/members/invitations/${id}/resend`),
  withdrawInvitation: (id: string) => send<void>('DELETE', `/members/invitations/${id}`),
  changeMemberRole: (body: ChangeMemberRoleRequest) => send<MemberView>('PATCH', '/members', { body }),
  removeMember: (subject: string) => send<void>('DELETE', '/members', { body: { subject } }),

  listKeys: (signal?: AbortSignal) => send<ListKeysResponse>('GET', '/keys', { signal }),
  listLog: (query: Query, signal?: AbortSignal) => send<ListLogResponse>('GET', '/log', { query, signal }),

  // A search changes nothing, so it can be retried like a GET.
  searchUsers: (body: SearchUsersRequest, signal?: AbortSignal) =>
    send<SearchUsersResponse>('POST', '/users/search', { body, signal, maxAttempts: Infinity }),
  getUser: (userId: number, signal?: AbortSignal) => send<PersonView>('GET', `/users/${userId}`, { signal }),
  updateUser: ({ id, etag }: PersonView, body: UpdateUserRequest) =>
    send<PersonView>('PATCH', `/users/${id}`, { body, ifMatch: etag }),
  listUserBookings: (userId: number, query: Query, signal?: AbortSignal) =>
    send<ListUserBookingsResponse>('GET', `/users/${userId}/bookings`, { query, signal }),
  exportUser: (userId: number) => send<ExportUserResponse>('GET', `/users/${userId}/export`),
  removeUser: (userId: number) => send<RemoveUserResponse>('DELETE', `/users/${userId}`),
  addDevice: (userId: number, endpointArn: string) =>
    send<UserView>('PUT', `/users/${userId}/devices`, { body: { endpointArn } }),
  removeDevice: (userId: number, endpointArn: string) =>
    send<UserView>('DELETE', `/users/${userId}/devices`, { body: { endpointArn } }),

  checkIn: (body: CheckInRequest) => send<CheckInResponse>('POST', '/bookings/check-in', { body }),
  undoCheckin: (body: UndoCheckinRequest) => send<UndoCheckinResponse>('POST', '/bookings/undo-check-in', { body }),
  cancelBooking: (body: CancelBookingRequest) => send<CancelBookingResponse>('POST', '/bookings/cancel', { body }),

  listAttendance: (query: ListAttendanceQuery & Query, signal?: AbortSignal) =>
    send<ListAttendanceResponse>('GET', '/attendance', { query, signal }),
  // A POST, because names must not appear in URLs. Like a GET, it changes nothing and can be retried.
  searchAttendance: (body: SearchAttendanceRequest, signal?: AbortSignal) =>
    send<ListAttendanceResponse>('POST', '/attendance/search', {
      body,
      signal,
      maxAttempts: Infinity,
    }),
  summariseAttendance: (query: Query, signal?: AbortSignal) =>
    send<AttendanceSummaryResponse>('GET', '/attendance/summary', { query, signal }),

  tryCheckin: (body: TryCheckinRequest, signal?: AbortSignal) =>
    send<TryCheckinResponse>('POST', '/try-checkin', { body, signal, maxAttempts: Infinity }),

  // Importing a line twice has no further effect, so a chunk whose response was lost is sent again.
  importChunk: (
    { kind, text, contentType, firstLine, isDryRun, timeZone, importId, fileName }: ImportChunk,
    signal?: AbortSignal,
  ) =>
    send<ImportResponse>('POST', `/imports/${kind}`, {
      query: { firstLine, timeZone, importId, fileName, ...(isDryRun && { dryRun: true }) },
      body: text,
      contentType,
      signal,
      maxAttempts: Infinity,
    }),
});

export type ConsoleApi = ReturnType<typeof consoleApi>;
