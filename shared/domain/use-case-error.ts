/** The command line and the console's API turn codes into messages. */
export type UseCaseErrorCode =
  | 'client_not_found'
  /** The client's revision is not the expected one, or others changed the client during every try. */
  | 'client_changed'
  /** The client has two live secrets, so a rotation would end one immediately. `details` names the older secret. */
  | 'two_live_secrets'
  | 'secret_not_found'
  /** The client's only live secret cannot be ended. The caller can disable the client instead. */
  | 'last_live_secret'
  | 'user_not_found'
  | 'user_changed'
  | 'identifier_taken'
  | 'member_exists'
  | 'member_of_another_company'
  /** The invitation does not exist, was withdrawn, has ended, or is for somebody else. */
  | 'invitation_not_found'
  | 'too_many_invitations'
  /** The invitation is open, but the issuer sends no more e-mails today. */
  | 'mail_limit_reached'
  /** The invitation is open, but the issuer refused the address, or could not deliver to it. */
  | 'mail_not_sent'
  | 'forbidden'
  | 'member_not_found'
  | 'last_owner'
  | 'too_many_members'
  /** Others changed the members during every try. The caller can try again. */
  | 'members_changed'
  | 'booking_not_found'
  | 'outside_checkin_period'
  | 'already_checked_in'
  | 'not_checked_in'
  | 'invalid_cursor'
  | 'device_not_found'
  | 'too_many_devices'
  /** Somebody in another company has the device, which the message must not say. */
  | 'device_taken'
  /** The endpoint is in an account or region to which the service cannot push. */
  | 'foreign_endpoint'
  | 'identifier_required'
  /** The current key is not published yet, so the previous one still signs; another rotation would end its tokens. */
  | 'key_not_published'
  /** Another rotation would end valid tokens of the previous key. */
  | 'key_rotated_recently'
  | 'key_rotated_meanwhile'
  /** The secret in Secrets Manager is missing, or has no key yet. */
  | 'signing_key_missing'
  /** Another actor has begun the import with this id, or it is an import of another kind. */
  | 'import_id_taken'
  /** There is no table to copy from. */
  | 'copy_not_found'
  /** The table to copy from has an item that cannot belong to the table to recover. */
  | 'not_a_copy'
  /** The table of members has members that are not in the copy. */
  | 'members_not_empty'
  /** The file cannot be read, for example because its header row is missing or wrong. */
  | 'unreadable_file';

/** Values for the text that people read: ids, names, times in milliseconds since the Unix epoch. Never a secret. */
export type ErrorDetails = Readonly<Record<string, string | number | undefined>>;

/**
 * The message of an error, which is logged. It leaves out what can identify a person: `reason` can quote a file, and some issuers use
 * e-mail addresses as `subject`.
 */
export const formatForLog = (code: string, details: ErrorDetails): string =>
  `${code} ${JSON.stringify({ ...details, reason: undefined, subject: undefined })}`;

export class UseCaseError extends Error {
  readonly code: UseCaseErrorCode;
  readonly details: ErrorDetails;

  constructor(code: UseCaseErrorCode, details: ErrorDetails = {}) {
    super(formatForLog(code, details));
    this.code = code;
    this.details = details;
  }
}
