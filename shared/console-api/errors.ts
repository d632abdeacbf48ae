import * as v from 'valibot';
import { count } from './response-parts.ts';

/** The error codes and their statuses. */
export const consoleErrors = {
  invalid_body: 400,
  invalid_field: 400,
  invalid_cursor: 400,
  invalid_idempotency_key: 400,
  identifier_required: 400,
  unreadable_file: 400,
  token_missing: 401,
  token_expired: 401,
  token_invalid: 401,
  insufficient_scope: 403,
  forbidden: 403,
  not_a_member: 403,
  not_found: 404,
  client_not_found: 404,
  secret_not_found: 404,
  user_not_found: 404,
  booking_not_found: 404,
  member_not_found: 404,
  device_not_found: 404,
  two_live_secrets: 409,
  last_live_secret: 409,
  secret_used: 409,
  member_exists: 409,
  member_of_another_company: 409,
  last_owner: 409,
  too_many_members: 409,
  members_changed: 409,
  outside_checkin_period: 409,
  already_checked_in: 409,
  not_checked_in: 409,
  precondition_failed: 412,
  body_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  precondition_required: 428,
  internal_error: 500,
  dependency_unavailable: 503,
} as const;
export type ConsoleErrorCode = keyof typeof consoleErrors;

export const errorResponse = v.strictObject({
  statusCode: count,
  code: v.picklist(Object.keys(consoleErrors) as ConsoleErrorCode[]),
  /** What to do, in the language that the request asks for. */
  message: v.string(),
  requestId: v.string(),
  /** The invalid fields, with `invalid_field`. */
  errors: v.optional(v.array(v.strictObject({ field: v.string(), message: v.string() }))),
});
export type ErrorResponse = v.InferOutput<typeof errorResponse>;
