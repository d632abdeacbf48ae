/** Source of a regular expression that has the same meaning in other languages. */
export const IDEMPOTENCY_KEY_PATTERN = String.raw`^[\x21-\x7e]{1,128}$`;
export const IDEMPOTENCY_KEY = new RegExp(IDEMPOTENCY_KEY_PATTERN);
