/** Why a use case refused. The command line and the console's API each turn codes into words. */
export type UseCaseErrorCode =
  /** No API client has this id, or it belongs to another company. */
  | 'client_not_found'
  /** Somebody else changed the client: it has another revision than the caller expects, or changes again and again. */
  | 'client_changed'
  /** A client has two live secrets, so that a rotation would end one at once. Details name the older one. */
  | 'two_live_secrets'
  /** No live secret of the client has this id. */
  | 'secret_not_found'
  /** The only secret that a client can log in with does not end; the client can be disabled. */
  | 'last_live_secret'
  /** Somebody has logged in with the secret that was to be replaced unseen. */
  | 'secret_used'
  /** No user of the company has all the given identifiers. */
  | 'user_not_found'
  /** The identity is a member of the company already. */
  | 'member_exists'
  /** The identity is a member of another company. */
  | 'member_of_another_company'
  /** The company has no such member. */
  | 'member_not_found'
  /** The change would leave a company without an owner. */
  | 'last_owner'
  /** The company has as many members as it can have. */
  | 'too_many_members'
  /** Other changes of the same company's members kept winning; the caller may try again. */
  | 'members_changed'
  /** The user has no such booking. */
  | 'booking_not_found'
  /** The moment is not inside the booking's check-in period. */
  | 'outside_checkin_period'
  /** Somebody was checked in on the booking before. */
  | 'already_checked_in'
  /** There is no check-in to undo. */
  | 'not_checked_in'
  /** Not a day of the calendar, as in 2026-11-21. */
  | 'invalid_day'
  /** Not a time zone of the IANA database. */
  | 'invalid_time_zone'
  /** The place where a list was to continue is not one of this list. */
  | 'invalid_cursor'
  /** The user has no such device. */
  | 'device_not_found'
  /** No identifier was given to find a user by. */
  | 'identifier_required'
  /** A rotation now would end tokens that are still valid. */
  | 'key_rotated_recently'
  /** Somebody else put another key in the place of the one that was to be replaced. */
  | 'key_rotated_meanwhile'
  /** The secret for signing keys is missing, or has no key yet. */
  | 'signing_key_missing'
  /** The import file as a whole cannot be read, as its header row is missing or wrong. */
  | 'unreadable_file';

/** A use case that refused, with a stable code and what is needed to explain it. */
export class UseCaseError extends Error {
  readonly code: UseCaseErrorCode;
  /** What the words need: ids, names, moments in milliseconds since the Unix epoch. Never a secret. */
  readonly details: Readonly<Record<string, string | number>>;

  constructor(code: UseCaseErrorCode, details: UseCaseError['details'] = {}) {
    super(`${code} ${JSON.stringify(details)}`);
    this.code = code;
    this.details = details;
  }
}
