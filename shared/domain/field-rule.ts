/**
 * The rule for a field of a request, as data: the validation, the messages and the OpenAPI document are all made from it, so that
 * they agree. Lengths are in Unicode characters, as JSON Schema counts them.
 */
export type FieldRule =
  | { readonly kind: 'integer'; readonly least: number; readonly greatest: number }
  | { readonly kind: 'text'; readonly shortest: number; readonly longest: number }
  /** A text without control characters. */
  | { readonly kind: 'line'; readonly shortest: number; readonly longest: number; readonly pattern: string }
  /** `pattern` is a regular expression with the flag `u`, in a syntax that means the same in other languages. */
  | { readonly kind: 'email'; readonly shortest: number; readonly longest: number; readonly pattern: string }
  /** RFC 3339, section 5.6, with its offset. */
  | { readonly kind: 'date-time' }
  | { readonly kind: 'boolean' }
  /** One of the values. */
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  /** A list of one or more of the values, each at most once. */
  | { readonly kind: 'set'; readonly values: readonly string[] }
  /** A list; each item is validated on its own. */
  | { readonly kind: 'items'; readonly least: number; readonly greatest: number }
  /** A day of the calendar, `YYYY-MM-DD`. */
  | { readonly kind: 'day' }
  /** A name of the IANA time zone database. */
  | { readonly kind: 'time-zone' }
  /** Identifies a request and its repeats. */
  | { readonly kind: 'idempotency-key' };

/** Why a field is invalid: it breaks its own rule, or a rule that involves other fields too. */
export type FieldProblem =
  | FieldRule
  | { readonly kind: 'required' }
  /** One of several fields must be present. */
  | { readonly kind: 'identifier-required' }
  /** It must be the ARN of an SNS platform endpoint. */
  | { readonly kind: 'endpoint' }
  | { readonly kind: 'without-idempotency-key' }
  | { readonly kind: 'not-in-a-batch' }
  | { readonly kind: 'distinct-keys' }
  | { readonly kind: 'object' };
