import * as v from 'valibot';
import { count } from './response-parts.ts';

/** Why a request was refused. */
export const consoleErrorCodes = [
  'invalid_body',
  'invalid_field',
  'invalid_cursor',
  'invalid_idempotency_key',
  'identifier_required',
  'token_missing',
  'token_expired',
  'token_invalid',
  'insufficient_scope',
  'forbidden',
  'not_a_member',
  'not_found',
  'client_not_found',
  'secret_not_found',
  'user_not_found',
  'booking_not_found',
  'member_not_found',
  'two_live_secrets',
  'last_live_secret',
  'secret_already_used',
  'idempotency_key_reused',
  'last_owner',
  'member_exists',
  'member_of_another_company',
  'outside_checkin_period',
  'already_checked_in',
  'not_checked_in',
  'precondition_required',
  'precondition_failed',
  'unreadable_file',
  'body_too_large',
  'unsupported_media_type',
  'internal_error',
  'dependency_unavailable',
] as const;
export type ConsoleErrorCode = (typeof consoleErrorCodes)[number];

export const errorResponse = v.strictObject({
  statusCode: count,
  code: v.picklist(consoleErrorCodes),
  /** What to do, in the language that the request asks for. */
  message: v.string(),
  requestId: v.string(),
  /** With `invalid_field`: what is wrong with each field. */
  errors: v.optional(v.array(v.strictObject({ field: v.string(), message: v.string() }))),
});
export type ErrorResponse = v.InferOutput<typeof errorResponse>;
