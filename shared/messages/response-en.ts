import { describeRule, ruleKinds } from '../rules/find-problem.ts';
import type { FieldRule } from '../rules/field-rule.ts';
import type { Messages } from './messages.ts';

const describeField = (field: string, rule: FieldRule): string => `${field} ${describeRule(rule)}.`;

const ruleMessages = Object.fromEntries(ruleKinds.map((kind) => [kind, describeField])) as Record<
  FieldRule['kind'],
  typeof describeField
>;

export const en: Messages = {
  errors: {
    invalid_body: 'The body must be a JSON object in UTF-8.',
    invalid_field: 'Some fields are invalid; see errors.',
    invalid_idempotency_key: 'The header Idempotency-Key must have 1 to 128 visible ASCII characters.',
    invalid_credentials: 'The clientId or the clientSecret is wrong, or the client may not log in.',
    token_missing: 'Send a token in the header Authorization: Bearer <token>.',
    token_expired: 'The token has expired. Get a new one.',
    token_invalid: 'The token is invalid or was revoked. Get a new one.',
    insufficient_scope:
      'The API client is not allowed to do this. Ask the operator for the scope that WWW-Authenticate names.',
    user_not_found: 'No user of the company has all the given identifiers.',
    idempotency_key_reused: 'The key was used for a check-in at another moment. Use a different key for each swipe.',
    body_too_large: 'The body must not be larger than 16 KiB, or 256 KiB for a list of items.',
    unsupported_media_type: 'Send the body as Content-Type: application/json.',
    internal_error: 'Something went wrong on our side.',
    dependency_unavailable:
      'The service is temporarily unavailable. Retry the request, with the same Idempotency-Key if it has one.',
  },
  fields: {
    ...ruleMessages,
    required: (field) => `${field} is required.`,
    'identifier-required': () => 'Provide id, uid or email.',
    'without-idempotency-key': (field) => `${field} cannot be combined with the header Idempotency-Key.`,
    'not-in-a-batch': (field) => `${field} is not allowed in a batch. Send a dry run as a separate request.`,
    'distinct-keys': (field) => `${field} has two items with the same key.`,
    object: (field) => `${field} must be a JSON object.`,
  },
  checkin: {
    done: (count) => `Checked in to ${count} ${count === 1 ? 'booking' : 'bookings'}.`,
    wouldDo: (count) => `Would check in to ${count} ${count === 1 ? 'booking' : 'bookings'}; nothing was changed.`,
    alreadySince: (time) => `Already checked in at ${time}.`,
    nothingOpenAt: (time) => `No booking is in its check-in period at ${time}.`,
    batchDone: (performed, items) => `Performed ${performed} of ${items} check-ins; see items.`,
  },
};
