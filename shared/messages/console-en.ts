import type { ConsoleErrorCode } from '../rules/errors.ts';

/** Ids, names, numbers, and times in milliseconds since the Unix epoch. */
export type ErrorDetails = Readonly<Record<string, string | number | undefined>>;

/** Messages in one language. Each says what is wrong and what to do. */
export type ConsoleMessages = Readonly<Record<ConsoleErrorCode, (details: ErrorDetails) => string>>;

export const consoleEn: ConsoleMessages = {
  invalid_body: () => 'The body must be a JSON object in UTF-8.',
  invalid_field: () => 'Some fields are invalid; see errors.',
  invalid_cursor: () => 'The value of next does not belong to this list. Start again without it.',
  invalid_idempotency_key: () => 'The header Idempotency-Key must have 1 to 128 visible ASCII characters.',
  identifier_required: () => 'Provide id, uid or email.',
  unreadable_file: ({ reason = '' }) => `The file cannot be read. ${reason}`.trim(),
  token_missing: () => 'Sign in: the request has no access token.',
  token_expired: () => 'The sign-in has expired. Sign in again.',
  token_invalid: () => 'The access token is not valid here. Sign in again.',
  insufficient_scope: () => 'The access token lacks the scope checkin-console/admin. Sign in again.',
  forbidden: ({ roles = '' }) =>
    `Your role does not allow this. Roles that do: ${roles}. Ask an owner of your company.`,
  not_a_member: ({ subject = '' }) =>
    `Your account belongs to no company. Ask an owner to invite the account ${subject}.`,
  not_found: () => 'There is nothing at this address.',
  client_not_found: () => 'There is no such API client.',
  secret_not_found: () => 'The API client does not have this live secret.',
  user_not_found: () => 'There is no such user.',
  booking_not_found: () => 'The user does not have this booking.',
  member_not_found: () => 'There is no such member.',
  invitation_not_found: () => 'There is no such open invitation for this account.',
  too_many_invitations: ({ max = '' }) => `A company can have ${max} open invitations. Withdraw one first.`,
  device_not_found: () => 'The user does not have this device.',
  too_many_devices: ({ max = '' }) => `A user can have ${max} devices. Remove one first.`,
  two_live_secrets: () => 'Two secrets are already live. End one first.',
  last_live_secret: () => 'This is the only live secret. Rotate it, or disable the API client.',
  secret_used: () => 'The first secret has already been used. Rotate it to get a new one.',
  member_exists: () => 'This account is already a member.',
  member_of_another_company: ({ companyId = '' }) =>
    `You are a member of ${companyId || 'another company'}. Leave it first, then accept the invitation.`,
  last_owner: () => 'The company needs an owner. Make somebody else an owner first.',
  too_many_members: ({ max = '' }) => `A company can have ${max} members. Remove one first.`,
  members_changed: () => 'Somebody else is changing the members. Try again.',
  outside_checkin_period: () => 'The moment is outside the check-in period of the booking.',
  already_checked_in: () => 'The booking is already checked in.',
  not_checked_in: () => 'The booking is not checked in.',
  identifier_taken: () =>
    'Another person of the company has this badge or e-mail address. Take it from that person first.',
  precondition_failed: () => 'Somebody else has changed it. Reload it and try again.',
  body_too_large: () => 'The body is too large.',
  unsupported_media_type: () => 'The Content-Type of the body is not supported here.',
  request_in_flight: () => 'A request with this Idempotency-Key is still in progress. Try again.',
  idempotency_key_reused: () => 'The Idempotency-Key belongs to another request. Send a new one.',
  precondition_required: () => 'Send the ETag of what you want to change in the header If-Match.',
  internal_error: () => 'Something went wrong on our side.',
  dependency_unavailable: () => 'The service is busy or cannot reach its data. Try again.',
};
