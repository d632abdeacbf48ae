import type { ConsoleRoute, ConsoleRouteId } from '../../../shared/console-api/routes.ts';
import type { RouteSchemas } from '../../../shared/console-api/schemas.ts';
import type { ConsoleErrorCode } from '../../../shared/rules/errors.ts';

interface OperationTexts {
  readonly summary: string;
  readonly description?: string;
  readonly takesIdempotencyKey?: true;
  /** Errors in addition to those that follow from the route and its schemas. */
  readonly errors?: readonly ConsoleErrorCode[];
}

/** All that is known about a route. */
export type ConsoleOperation = ConsoleRoute & RouteSchemas & OperationTexts;

export const consoleOperations: Readonly<Record<ConsoleRouteId, OperationTexts>> = {
  getMe: { summary: 'Show the signed-in member' },
  listMyInvitations: {
    summary: 'List your invitations',
    description:
      'The open ones for your account, and for its e-mail address if the issuer has verified it. Needs no membership.',
  },
  acceptInvitation: {
    summary: 'Accept an invitation',
    description: 'You become a member of the company that invites you. Needs no membership.',
    errors: ['member_exists', 'member_of_another_company', 'too_many_members', 'members_changed'],
  },
  leave: {
    summary: 'Leave your company',
    description: 'Your next request is rejected.',
    errors: ['last_owner', 'members_changed'],
  },

  listClients: {
    summary: 'List API clients',
    description:
      'In the order of creation. `q` keeps those whose name or id contains it, in any case; `status` those with this status. A page of a filtered list can be short or empty and still have `next`.',
  },
  createClient: {
    summary: 'Create an API client',
    description: 'The response is the only one that shows the secret.',
    takesIdempotencyKey: true,
    // A retry can arrive after the client was deleted.
    errors: ['client_not_found'],
  },
  getClient: {
    summary: 'Show an API client',
  },
  updateClient: {
    summary: 'Rename, disable or enable an API client, or change its scopes or limits',
    description:
      'Members that are omitted stay as they are; `null` removes a limit. A disabled client is rejected at its next call, and so is one that calls from a network that is not in `allowedIps`.',
  },
  deleteClient: {
    summary: 'Delete an API client',
    description: 'This is permanent. Its tokens are rejected at their next use.',
  },
  rotateSecret: {
    summary: 'Rotate the secret of an API client',
    description:
      'Creates a second secret. The current one ends after `graceHours` (default 24; 0: now). Refused while two secrets are live.',
    takesIdempotencyKey: true,
    errors: ['two_live_secrets'],
  },
  endSecret: {
    summary: 'End a secret now',
    description: 'Only if two secrets are live. The other one then ends only with its own lifetime, if it has one.',
    errors: ['last_live_secret'],
  },
  revokeTokens: {
    summary: 'Revoke the tokens of an API client',
    description: 'Every token issued before is rejected at its next use. Secrets stay valid.',
  },

  searchUsers: {
    summary: 'Find users',
    description:
      'By `q`, which may be an id, or the beginning of a badge, an e-mail address or words of a name, in any case and without accents; several words must all match. Without any member: everybody by name. A page can be short or empty and still have `next`. Also, as in 1.1, by `id`, `uid` and `email`, compared exactly, or by `prefix`, the beginning of any of them.',
    errors: ['invalid_cursor'],
  },
  getUser: { summary: 'Show a user', errors: ['user_not_found'] },
  updateUser: {
    summary: 'Change a user’s name, badges, e-mail address or language',
    description:
      'Members that are omitted stay as they are; `null` clears one. `uids` replaces all badges. `uid` alone replaces the first badge and keeps the others; with `uids`, it must be one of them, and becomes the first. 409 if another user has the badge or address: take it from that user first.',
    errors: ['identifier_taken'],
  },
  removeUser: {
    summary: 'Remove a user',
    description:
      'Also removes the user’s identifiers, devices, bookings and check-in entries of the log. Administrative entries stay.',
  },
  listUserBookings: {
    summary: 'List the bookings of a user on a day',
    description: 'The bookings whose check-in period overlaps the day.',
  },
  exportUser: {
    summary: 'Export all data about a user',
  },
  addDevice: {
    summary: 'Register a device for pushes',
  },
  removeDevice: {
    summary: 'Remove a device',
    errors: ['device_not_found'],
  },

  checkIn: {
    summary: 'Check in by hand',
    description: '`at` must be inside the check-in period; default: now. Nothing is pushed.',
    errors: ['booking_not_found', 'outside_checkin_period', 'already_checked_in'],
  },
  undoCheckin: {
    summary: 'Undo a check-in',
    errors: ['booking_not_found', 'not_checked_in'],
  },
  cancelBooking: {
    summary: 'Cancel a booking',
    errors: ['booking_not_found'],
  },

  importUsers: {
    summary: 'Import a part of a file of users',
    errors: ['unreadable_file'],
  },
  importBookings: {
    summary: 'Import a part of a file of bookings',
    errors: ['unreadable_file'],
  },

  tryCheckin: {
    summary: 'Try a check-in',
    description: 'Returns the result of a gate’s request without performing it.',
    errors: ['identifier_required', 'user_not_found'],
  },

  listAttendance: {
    summary: 'List the bookings that open on a day, with their check-ins',
  },
  searchAttendance: {
    summary: 'List the bookings of people whom a search finds',
    description:
      'Like the list of a day, of people who match `q` as in `POST /users/search`. A page reads on until it is full, through up to 50,000 bookings.',
    errors: ['invalid_cursor'],
  },
  summariseAttendance: {
    summary: 'Totals of a day, and its check-ins by quarter of an hour',
  },

  listLog: {
    summary: 'List check-in requests and administrative actions',
    description:
      'Newest first. `from` is inclusive, `until` exclusive; `result` is a check-in’s `code` or an `action`. With a filter, a short or empty page can have a `next`: the list ends where `next` is absent.',
  },
  listKeys: { summary: 'List the signing keys', description: 'Never the keys themselves.' },

  listMembers: {
    summary: 'List the members of the company',
  },
  inviteMember: {
    summary: 'Invite a member',
    description:
      'For 7 days, the person who signs in with the address, verified by the issuer, can accept the invitation. `role` and one of `email` and `subject` are required: send `subject` to invite an account of the issuer. A second invitation for the same person replaces the first.',
    errors: ['member_exists', 'too_many_invitations', 'members_changed'],
  },
  resendInvitation: {
    summary: 'Send an invitation again',
    description: 'It is open for 7 days from now.',
    errors: ['members_changed'],
  },
  withdrawInvitation: {
    summary: 'Withdraw an invitation',
    errors: ['members_changed'],
  },
  changeMemberRole: {
    summary: 'Change the role of a member',
    errors: ['member_not_found', 'last_owner', 'members_changed'],
  },
  removeMember: {
    summary: 'Remove a member',
    description: 'Their next request is rejected.',
    errors: ['member_not_found', 'last_owner', 'members_changed'],
  },
};
