/** Why a use case rejected a request. The command line and the console's API turn codes into messages. */
export type UseCaseErrorCode =
  /** No API client has this id, or it belongs to another company. */
  | 'client_not_found'
  /** The client's revision is not the one that the caller expects, or other requests changed the client at every attempt. */
  | 'client_changed'
  /** The client has two live secrets; a rotation would end one immediately. `details` name the older one. */
  | 'two_live_secrets'
  /** No live secret of the client has this id. */
  | 'secret_not_found'
  /** The last live secret cannot be ended. Disable the client instead. */
  | 'last_live_secret'
  /** A retry would replace the secret that the first request made, but that secret was already used for a log-in. */
  | 'secret_used'
  /** No user of the company has all the given identifiers. */
  | 'user_not_found'
  /** Another request changed the user since the caller saw it. */
  | 'user_changed'
  /** Another user of the company has the badge or the e-mail address. */
  | 'identifier_taken'
  /** The identity is a member of the company already. */
  | 'member_exists'
  /** The identity is a member of another company. */
  | 'member_of_another_company'
  /** There is no such invitation, or it was withdrawn, has ended, or is for somebody else. */
  | 'invitation_not_found'
  /** The company has as many open invitations as it can have. */
  | 'too_many_invitations'
  /** The caller's role does not allow this. */
  | 'forbidden'
  /** The company has no such member. */
  | 'member_not_found'
  /** The change would leave a company without an owner. */
  | 'last_owner'
  /** The company has as many members as it can have. */
  | 'too_many_members'
  /** Others changed the company's members at each attempt; the caller may try again. */
  | 'members_changed'
  /** The user has no such booking. */
  | 'booking_not_found'
  /** The moment is not inside the booking's check-in period. */
  | 'outside_checkin_period'
  /** The booking is already checked in. */
  | 'already_checked_in'
  /** There is no check-in to undo. */
  | 'not_checked_in'
  /** Not a calendar day in the form 2026-11-21. */
  | 'invalid_day'
  /** Not a time zone of the IANA database. */
  | 'invalid_time_zone'
  /** The cursor does not belong to this list. */
  | 'invalid_cursor'
  /** The user has no such device. */
  | 'device_not_found'
  /** No identifier was given to find a user by. */
  | 'identifier_required'
  /** The current key is not published yet, so the previous key still signs; another rotation would end its tokens. */
  | 'key_not_published'
  /** Tokens of the previous key are still valid; another rotation would end them. */
  | 'key_rotated_recently'
  /** Another rotation replaced the key first. */
  | 'key_rotated_meanwhile'
  /** The secret for signing keys is missing, or has no key yet. */
  | 'signing_key_missing'
  /** The import file cannot be read at all, for example because its header row is missing or wrong. */
  | 'unreadable_file';

/** The error of a use case, with a stable code and the details for its message. */
export class UseCaseError extends Error {
  readonly code: UseCaseErrorCode;
  /** Values for the message: ids, names, moments in milliseconds since the Unix epoch. Never a secret. */
  readonly details: Readonly<Record<string, string | number | undefined>>;

  constructor(code: UseCaseErrorCode, details: UseCaseError['details'] = {}) {
    super(`${code} ${JSON.stringify(details)}`);
    this.code = code;
    this.details = details;
  }
}
