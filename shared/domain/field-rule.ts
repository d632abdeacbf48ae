/**
 * What a field of a request must be, as data: the check, the messages and the API document are all made from it, so that they
 * agree. Lengths are in Unicode characters, as JSON Schema counts them.
 */
export type FieldRule =
  | { readonly kind: 'integer'; readonly least: number; readonly greatest: number }
  | { readonly kind: 'text'; readonly shortest: number; readonly longest: number }
  /** A text without control characters. */
  | { readonly kind: 'line'; readonly shortest: number; readonly longest: number; readonly pattern: string }
  /** `pattern` is for a regular expression with the flag `u`, written so that other languages read it alike. */
  | { readonly kind: 'email'; readonly shortest: number; readonly longest: number; readonly pattern: string }
  /** RFC 3339, section 5.6, with its offset. */
  | { readonly kind: 'date-time' }
  | { readonly kind: 'boolean' }
  /** One of the values. */
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  /** A list of one or more of the values, each at most once. */
  | { readonly kind: 'set'; readonly values: readonly string[] }
  /** A list of anything; what an item must be is said item by item. */
  | { readonly kind: 'items'; readonly least: number; readonly greatest: number }
  /** A day of the calendar, `YYYY-MM-DD`. */
  | { readonly kind: 'day' }
  /** A name of the IANA time zone database. */
  | { readonly kind: 'time-zone' }
  /** A name for a request that is the same in every repeat of it. */
  | { readonly kind: 'idempotency-key' };

/** What is wrong with a field: it breaks its rule, or one that is about more than the field. */
export type FieldProblem =
  | FieldRule
  | { readonly kind: 'required' }
  /** One of several fields must be there. */
  | { readonly kind: 'identifier-required' }
  /** The ARN of a device's SNS platform endpoint is meant. */
  | { readonly kind: 'endpoint' }
  | { readonly kind: 'without-idempotency-key' }
  | { readonly kind: 'not-in-a-batch' }
  | { readonly kind: 'distinct-keys' }
  | { readonly kind: 'object' };
