/** For a regular expression; one that other languages read alike. */
export const IDEMPOTENCY_KEY_PATTERN = String.raw`^[\x21-\x7e]{1,128}$`;
export const IDEMPOTENCY_KEY = new RegExp(IDEMPOTENCY_KEY_PATTERN);
