/** The command line and the console's API turn codes into messages. */
export type UseCaseErrorCode =
  /** Also for the client of another company. */
  | 'client_not_found'
  /** The client has another revision than the caller expects, or others changed it at every try. */
  | 'client_changed'
  /** A rotation would end one at once. `details` name the older one. */
  | 'two_live_secrets'
  | 'secret_not_found'
  /** Disable the client instead. */
  | 'last_live_secret'
  /** The secret was used to log in, so a retry must not replace it. */
  | 'secret_used'
  /** None has all the given identifiers. */
  | 'user_not_found'
  /** Since the caller saw the user. */
  | 'user_changed'
  /** By another user of the company. */
  | 'identifier_taken'
  | 'member_exists'
  | 'member_of_another_company'
  /** Or it was withdrawn, has ended, or is for somebody else. */
  | 'invitation_not_found'
  | 'too_many_invitations'
  | 'forbidden'
  | 'member_not_found'
  | 'last_owner'
  | 'too_many_members'
  /** At every try; the caller may try again. */
  | 'members_changed'
  | 'booking_not_found'
  | 'outside_checkin_period'
  | 'already_checked_in'
  | 'not_checked_in'
  /** Not of the form 2026-11-21, or not in the calendar. */
  | 'invalid_day'
  | 'invalid_time_zone'
  | 'invalid_cursor'
  | 'device_not_found'
  | 'identifier_required'
  /** The current key does not sign yet; another rotation would end the tokens of the previous one. */
  | 'key_not_published'
  /** Another rotation would end valid tokens of the previous key. */
  | 'key_rotated_recently'
  | 'key_rotated_meanwhile'
  /** The secret is missing, or has no key yet. */
  | 'signing_key_missing'
  /** For example, its header row is missing or wrong. */
  | 'unreadable_file';

/** A use case rejected the request. */
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
