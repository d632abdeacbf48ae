import type * as v from 'valibot';
import * as attendance from '../../../shared/console-api/attendance.ts';
import * as bookings from '../../../shared/console-api/bookings.ts';
import * as clients from '../../../shared/console-api/clients.ts';
import type { ConsoleErrorCode } from '../../../shared/rules/errors.ts';
import { importQuery, importResponse } from '../../../shared/console-api/imports.ts';
import { listKeysResponse } from '../../../shared/console-api/keys.ts';
import { listLogQuery, listLogResponse } from '../../../shared/console-api/log.ts';
import { listMyInvitationsResponse, meResponse } from '../../../shared/console-api/me.ts';
import * as members from '../../../shared/console-api/members.ts';
import type { ConsoleRouteId } from '../../../shared/console-api/routes.ts';
import { tryCheckinRequest, tryCheckinResponse } from '../../../shared/console-api/try-checkin.ts';
import * as users from '../../../shared/console-api/users.ts';
import type { BodySchema } from '../../../shared/http/parse-body.ts';

export interface ConsoleOperation {
  readonly summary: string;
  readonly description?: string;
  readonly query?: BodySchema;
  /** `file`: a part of an import file. */
  readonly body?: BodySchema | 'file';
  readonly takesIdempotencyKey?: true;
  /** Default: 200. */
  readonly status?: 201 | 204;
  /** Undefined with 204. */
  readonly response?: v.GenericSchema;
  /** Errors in addition to those that follow from the route and the other properties. */
  readonly errors?: readonly ConsoleErrorCode[];
}

export const consoleOperations: Readonly<Record<ConsoleRouteId, ConsoleOperation>> = {
  getMe: { summary: 'Show the signed-in member', response: meResponse },
  listMyInvitations: {
    summary: 'List your invitations',
    description:
      'The open ones for your account, and for its e-mail address if the issuer has verified it. Needs no membership.',
    response: listMyInvitationsResponse,
  },
  acceptInvitation: {
    summary: 'Accept an invitation',
    description: 'You become a member of the company that invites you. Needs no membership.',
    response: meResponse,
    errors: ['member_exists', 'member_of_another_company', 'too_many_members', 'members_changed'],
  },
  leave: {
    summary: 'Leave your company',
    description: 'Your next request is rejected.',
    status: 204,
    errors: ['last_owner', 'members_changed'],
  },

  listClients: {
    summary: 'List API clients',
    description:
      'In the order of creation. `q` keeps those whose name or id contains it, in any case; `status` those with this status. A page of a filtered list can be short or empty and still have `next`.',
    query: clients.listClientsQuery,
    response: clients.listClientsResponse,
  },
  createClient: {
    summary: 'Create an API client',
    description: 'The response is the only one that shows the secret.',
    body: clients.createClientRequest,
    takesIdempotencyKey: true,
    status: 201,
    response: clients.newSecretResponse,
    // A retry can arrive after the client was deleted.
    errors: ['client_not_found'],
  },
  getClient: {
    summary: 'Show an API client',
    response: clients.clientView,
  },
  updateClient: {
    summary: 'Rename, disable or enable an API client, or change its scopes or limits',
    description:
      'Members that are omitted stay as they are; `null` removes a limit. A disabled client is rejected at its next call, and so is one that calls from a network that is not in `allowedIps`.',
    body: clients.updateClientRequest,
    response: clients.clientView,
  },
  deleteClient: {
    summary: 'Delete an API client',
    description: 'This is permanent. Its tokens are rejected at their next use.',
    status: 204,
  },
  rotateSecret: {
    summary: 'Rotate the secret of an API client',
    description:
      'Creates a second secret. The current one ends after `graceHours` (default 24; 0: now). Refused while two secrets are live.',
    body: clients.rotateSecretRequest,
    takesIdempotencyKey: true,
    status: 201,
    response: clients.newSecretResponse,
    errors: ['two_live_secrets'],
  },
  endSecret: {
    summary: 'End a secret now',
    description: 'Only if two secrets are live. The other one then ends only with its own lifetime, if it has one.',
    response: clients.clientView,
    errors: ['last_live_secret'],
  },
  revokeTokens: {
    summary: 'Revoke the tokens of an API client',
    description: 'Every token issued before is rejected at its next use. Secrets stay valid.',
    response: clients.revokeTokensResponse,
  },

  searchUsers: {
    summary: 'Find users',
    description:
      'By `q`, which may be an id, or the beginning of a badge, an e-mail address or words of a name, in any case and without accents; several words must all match. Without any member: everybody by name. A page can be short or empty and still have `next`. Also, as in 1.1, by `id`, `uid` and `email`, compared exactly, or by `prefix`, the beginning of any of them.',
    body: users.searchUsersRequest,
    response: users.searchUsersResponse,
    errors: ['invalid_cursor'],
  },
  getUser: { summary: 'Show a user', response: users.personView, errors: ['user_not_found'] },
  updateUser: {
    summary: 'Change a user’s name, badges, e-mail address or language',
    description:
      'Members that are omitted stay as they are; `null` clears one. `uids` replaces all badges. `uid` alone replaces the first badge and keeps the others; with `uids`, it must be one of them, and becomes the first. 409 if another user has the badge or address: take it from that user first.',
    body: users.updateUserRequest,
    response: users.personView,
    errors: ['identifier_taken'],
  },
  removeUser: {
    summary: 'Remove a user',
    description:
      'Also removes the user’s identifiers, devices, bookings and check-in entries of the log. Administrative entries stay.',
    response: users.removeUserResponse,
  },
  listUserBookings: {
    summary: 'List the bookings of a user on a day',
    description: 'The bookings whose check-in period overlaps the day.',
    query: bookings.listUserBookingsQuery,
    response: bookings.listUserBookingsResponse,
  },
  exportUser: {
    summary: 'Export all data about a user',
    response: users.exportUserResponse,
  },
  addDevice: {
    summary: 'Register a device for pushes',
    body: users.deviceRequest,
    response: users.personView,
  },
  removeDevice: {
    summary: 'Remove a device',
    body: users.deviceRequest,
    response: users.personView,
    errors: ['device_not_found'],
  },

  checkIn: {
    summary: 'Check in by hand',
    description: '`at` must be inside the check-in period; default: now. Nothing is pushed.',
    body: bookings.checkInRequest,
    response: bookings.checkInResponse,
    errors: ['booking_not_found', 'outside_checkin_period', 'already_checked_in'],
  },
  undoCheckin: {
    summary: 'Undo a check-in',
    body: bookings.undoCheckinRequest,
    response: bookings.undoCheckinResponse,
    errors: ['booking_not_found', 'not_checked_in'],
  },
  cancelBooking: {
    summary: 'Cancel a booking',
    body: bookings.cancelBookingRequest,
    response: bookings.cancelBookingResponse,
    errors: ['booking_not_found'],
  },

  importUsers: {
    summary: 'Import a part of a file of users',
    query: importQuery,
    body: 'file',
    response: importResponse,
    errors: ['unreadable_file'],
  },
  importBookings: {
    summary: 'Import a part of a file of bookings',
    query: importQuery,
    body: 'file',
    response: importResponse,
    errors: ['unreadable_file'],
  },

  tryCheckin: {
    summary: 'Try a check-in',
    description: 'Returns the result of a gate’s request without performing it.',
    body: tryCheckinRequest,
    response: tryCheckinResponse,
    errors: ['identifier_required', 'user_not_found'],
  },

  listAttendance: {
    summary: 'List the bookings that open on a day, with their check-ins',
    query: attendance.listAttendanceQuery,
    response: attendance.listAttendanceResponse,
  },
  searchAttendance: {
    summary: 'List the bookings of people whom a search finds',
    description:
      'Like the list of a day, of people who match `q` as in `POST /users/search`. A page reads on until it is full, through up to 50,000 bookings.',
    body: attendance.searchAttendanceRequest,
    response: attendance.listAttendanceResponse,
    errors: ['invalid_cursor'],
  },
  summariseAttendance: {
    summary: 'Totals of a day, and its check-ins by quarter of an hour',
    query: attendance.summariseAttendanceQuery,
    response: attendance.attendanceSummaryResponse,
  },

  listLog: {
    summary: 'List check-in requests and administrative actions',
    description:
      'Newest first. `from` is inclusive, `until` exclusive; `result` is a check-in’s `code` or an `action`. With a filter, a short or empty page can have a `next`: the list ends where `next` is absent.',
    query: listLogQuery,
    response: listLogResponse,
  },
  listKeys: { summary: 'List the signing keys', description: 'Never the keys themselves.', response: listKeysResponse },

  listMembers: {
    summary: 'List the members of the company',
    query: members.listMembersQuery,
    response: members.listMembersResponse,
  },
  inviteMember: {
    summary: 'Invite a member',
    description:
      'For 7 days, the person who signs in with the address, verified by the issuer, can accept the invitation. `role` and one of `email` and `subject` are required: send `subject` to invite an account of the issuer. A second invitation for the same person replaces the first.',
    body: members.inviteMemberRequest,
    status: 201,
    response: members.invitationView,
    errors: ['member_exists', 'too_many_invitations', 'members_changed'],
  },
  resendInvitation: {
    summary: 'Send an invitation again',
    description: 'It is open for 7 days from now.',
    response: members.invitationView,
    errors: ['members_changed'],
  },
  withdrawInvitation: {
    summary: 'Withdraw an invitation',
    status: 204,
    errors: ['members_changed'],
  },
  changeMemberRole: {
    summary: 'Change the role of a member',
    body: members.changeMemberRoleRequest,
    response: members.memberView,
    errors: ['member_not_found', 'last_owner', 'members_changed'],
  },
  removeMember: {
    summary: 'Remove a member',
    description: 'Their next request is rejected.',
    body: members.removeMemberRequest,
    status: 204,
    errors: ['member_not_found', 'last_owner', 'members_changed'],
  },
};
