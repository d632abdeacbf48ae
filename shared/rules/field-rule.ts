import type { ForbiddenCharacter } from './outside-text.ts';

/**
 * Validation, messages, forms and the OpenAPI documents are made from these rules. Lengths are in Unicode characters, as in
 * JSON Schema. Patterns are anchored regular expressions with the flag `u`, in a syntax that means the same in other languages.
 */
export type FieldRule =
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  /** Any text, exactly as it was sent. */
  | { readonly kind: 'text'; readonly minLength: number; readonly maxLength: number }
  /** An id or another text that is compared: cleaned by `cleanIdentifier`, and rejected if invisible characters are left. */
  | { readonly kind: 'identifier'; readonly minLength: number; readonly maxLength: number }
  /** A name or other words: cleaned by `cleanWords`. */
  | { readonly kind: 'line'; readonly minLength: number; readonly maxLength: number }
  /** One e-mail address: cleaned like an identifier, then folded. */
  | { readonly kind: 'email'; readonly minLength: number; readonly maxLength: number; readonly pattern: string }
  /** A language tag (BCP 47). */
  | { readonly kind: 'language'; readonly maxLength: number; readonly pattern: string }
  /** RFC 3339, section 5.6, with an offset. */
  | { readonly kind: 'date-time' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'number-choice'; readonly values: readonly number[] }
  | { readonly kind: 'networks'; readonly max: number }
  /** A list of one or more of the values, each at most once. */
  | { readonly kind: 'set'; readonly values: readonly string[] }
  /**
   * A list of one or more different strings. An empty list is rejected, because generated clients for Java send one for a field
   * that nobody set.
   */
  | {
      readonly kind: 'texts';
      readonly max: number;
      readonly item: { readonly kind: 'identifier'; readonly minLength: number; readonly maxLength: number };
    }
  /** A list; each item is validated on its own. */
  | { readonly kind: 'items'; readonly min: number; readonly max: number }
  /** A day of the calendar, `YYYY-MM-DD`. */
  | { readonly kind: 'day' }
  /** A name or offset that Temporal accepts. */
  | { readonly kind: 'time-zone' }
  /** RFC 9562, in lower case. */
  | { readonly kind: 'uuid'; readonly pattern: string }
  | {
      readonly kind: 'idempotency-key';
      readonly minLength: number;
      readonly maxLength: number;
      readonly pattern: string;
    }
  | { readonly kind: 'endpoint'; readonly maxLength: number; readonly pattern: string };

/** The type of a value as it is sent. */
export type ValueOf<R extends FieldRule> = R extends { kind: 'integer' | 'number' | 'number-choice' }
  ? number
  : R extends { kind: 'boolean' }
    ? boolean
    : R extends { kind: 'choice'; values: readonly (infer Value)[] }
      ? Value
      : R extends { kind: 'items' }
        ? readonly unknown[]
        : R extends { kind: 'texts' | 'networks' }
          ? readonly string[]
          : R extends { kind: 'set'; values: readonly (infer Value)[] }
            ? readonly Value[]
            : string;

/** The rule that the field breaks: its own, or one that involves other fields. */
export type FieldProblem =
  | FieldRule
  | ForbiddenCharacter
  /** `value`: the invalid network, cut off after 60 characters. */
  | { readonly kind: 'not-a-network'; readonly value: string }
  | { readonly kind: 'required' }
  /** At least one of several fields must be present. */
  | { readonly kind: 'identifier-required' }
  | { readonly kind: 'without-idempotency-key' }
  /** A time that is `minutes` ahead of the service's clock; at most `max` are accepted. */
  | { readonly kind: 'too-far-ahead'; readonly minutes: number; readonly max: number }
  | { readonly kind: 'not-in-a-batch' }
  /** An item has the key of an earlier one, whose index is `first`. `key`: the key, cut off after 128 characters. */
  | { readonly kind: 'distinct-keys'; readonly key: string; readonly first: number }
  | { readonly kind: 'without-reason' }
  /** A range of days that ends before it begins, or is too long. */
  | { readonly kind: 'day-range'; readonly max: number }
  | { readonly kind: 'object' };

/** The fields of a record in an import file (the columns of a CSV file) or a sync request. */
export interface RecordRules {
  readonly required: Readonly<Record<string, FieldRule>>;
  readonly optional: Readonly<Record<string, FieldRule>>;
}

/** `null` clears an attribute; an absent field leaves it as it is. */
export type RecordOf<Rules extends RecordRules> = {
  readonly [Name in keyof Rules['required']]: ValueOf<Rules['required'][Name]>;
} & {
  readonly [Name in keyof Rules['optional']]?: ValueOf<Rules['optional'][Name]> | null;
};
