const requestErrors = {
  invalid_body: 400,
  invalid_field: 400,
  token_missing: 401,
  token_expired: 401,
  token_invalid: 401,
  insufficient_scope: 403,
  user_not_found: 404,
  body_too_large: 413,
  unsupported_media_type: 415,
  internal_error: 500,
  dependency_unavailable: 503,
} as const;

/** The error codes of the gates' API and of sync, and their statuses. A code never changes. */
export const gateErrors = {
  ...requestErrors,
  invalid_idempotency_key: 400,
  invalid_credentials: 401,
  idempotency_key_reused: 422,
} as const;
export type ErrorCode = keyof typeof gateErrors;

export const consoleErrors = {
  ...requestErrors,
  invalid_cursor: 400,
  identifier_required: 400,
  unreadable_file: 400,
  foreign_endpoint: 400,
  forbidden: 403,
  not_a_member: 403,
  not_found: 404,
  client_not_found: 404,
  secret_not_found: 404,
  booking_not_found: 404,
  member_not_found: 404,
  invitation_not_found: 404,
  device_not_found: 404,
  identifier_taken: 409,
  two_live_secrets: 409,
  last_live_secret: 409,
  import_id_taken: 409,
  member_exists: 409,
  member_of_another_company: 409,
  last_owner: 409,
  too_many_members: 409,
  too_many_invitations: 409,
  mail_limit_reached: 409,
  mail_not_sent: 409,
  too_many_devices: 409,
  device_taken: 409,
  members_changed: 409,
  outside_checkin_period: 409,
  already_checked_in: 409,
  not_checked_in: 409,
  precondition_failed: 412,
  precondition_required: 428,
} as const;
export type ConsoleErrorCode = keyof typeof consoleErrors;
