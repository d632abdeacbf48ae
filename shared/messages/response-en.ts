import type { Messages } from './messages.ts';

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
    required: (field) => `${field} is required.`,
    'identifier-required': () => 'Provide id, uid or email.',
    'without-idempotency-key': (field) => `${field} cannot be combined with the header Idempotency-Key.`,
    'not-in-a-batch': (field) => `${field} is not allowed in a batch. Send a dry run as a separate request.`,
    items: (field, { min, max }) => `${field} must be a list of ${min} to ${max} items.`,
    'distinct-keys': (field) => `${field} has two items with the same key.`,
    'idempotency-key': (field, { minLength, maxLength }) =>
      `${field} must be ${minLength} to ${maxLength} visible ASCII characters.`,
    object: (field) => `${field} must be a JSON object.`,
    integer: (field, { min, max }) => `${field} must be an integer from ${min} to ${max}.`,
    number: (field, { min, max }) => `${field} must be a number from ${min} to ${max}.`,
    text: (field, { minLength, maxLength }) => `${field} must be a string of ${minLength} to ${maxLength} characters.`,
    line: (field, { minLength, maxLength }) =>
      `${field} must be a string of ${minLength} to ${maxLength} characters without control characters.`,
    email: (field, { minLength, maxLength }) =>
      `${field} must be a valid e-mail address of ${minLength} to ${maxLength} characters.`,
    'date-time': (field) => `${field} must be an RFC 3339 date-time with an offset, such as 2026-11-21T08:00:00+01:00.`,
    boolean: (field) => `${field} must be true or false.`,
    choice: (field, { values }) => `${field} must be one of ${values.join(', ')}.`,
    'number-choice': (field, { values }) => `${field} must be one of ${values.join(', ')}.`,
    networks: (field, { max }) =>
      `${field} must be a list of up to ${max} different networks in CIDR form, such as 203.0.113.0/24 or 2001:db8::/32.`,
    set: (field, { values }) => `${field} must be a list of one or more of ${values.join(', ')}, each at most once.`,
    texts: (field, { max, item }) =>
      `${field} must be a list of 1 to ${max} different strings of ${item.minLength} to ${item.maxLength} characters.`,
    day: (field) => `${field} must be a day, such as 2026-11-21.`,
    endpoint: (field) => `${field} must be the ARN of an SNS platform endpoint.`,
    'time-zone': (field) => `${field} must be the IANA name of a time zone, such as Europe/Berlin.`,
  },
  checkin: {
    done: (count) => `Checked in to ${count} ${count === 1 ? 'booking' : 'bookings'}.`,
    wouldDo: (count) => `Would check in to ${count} ${count === 1 ? 'booking' : 'bookings'}; nothing was changed.`,
    alreadySince: (time) => `Already checked in at ${time}.`,
    nothingOpenAt: (time) => `No booking is in its check-in period at ${time}.`,
    batchDone: (performed, items) => `Performed ${performed} of ${items} check-ins; see items.`,
  },
};
