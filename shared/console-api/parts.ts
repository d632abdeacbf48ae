import * as v from 'valibot';
import { optionalField, type BodySchema } from '../http/field.ts';
import type { FieldRule, ValueOf } from '../rules/field-rule.ts';
import { consoleErrors, type ConsoleErrorCode } from '../rules/errors.ts';
import { fields } from '../rules/fields.ts';

/** What a route takes and returns. */
export interface RouteSchemas {
  readonly query?: BodySchema;
  /** `file`: a chunk of an import file. */
  readonly body?: BodySchema | 'file';
  /** Default: 200, or 204 if the response has no body. */
  readonly status?: number;
  readonly response?: v.GenericSchema;
}

export const pageQuery = {
  limit: optionalField(fields.pageLimit),
  next: optionalField(fields.cursor),
};

/** RFC 3339 in UTC with milliseconds: `2026-11-21T08:00:00.000Z`. */
export const moment = v.pipe(v.string(), v.isoTimestamp());

/** A local day, `2026-11-21`. */
export const day = v.pipe(v.string(), v.isoDate());

export const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const userId = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER));

/** `next` is opaque, valid only for this company and query, and absent on the last page. */
export const pageOf = <Item extends v.GenericSchema>(item: Item) =>
  v.strictObject({ items: v.array(item), next: v.optional(v.string()) });

type Rules = Readonly<Record<string, FieldRule>>;

const valueSchema = (rule: FieldRule): v.GenericSchema => {
  if (rule.kind === 'choice') return v.picklist(rule.values);
  return rule.kind === 'texts' ? v.array(v.string()) : v.string();
};

/** The attributes of a user or booking in a response, each of which can be absent. */
export const attributesBy = <R extends Rules>(rules: R) =>
  Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, v.optional(valueSchema(rule))])) as unknown as {
    readonly [Name in keyof R]: v.OptionalSchema<v.GenericSchema<ValueOf<R[Name]>>, undefined>;
  };

export const errorResponse = v.strictObject({
  statusCode: count,
  code: v.picklist(Object.keys(consoleErrors) as ConsoleErrorCode[]),
  /** A text in the language that the request asks for. */
  message: v.string(),
  requestId: v.string(),
  /** Only with `identifier_taken`: who has the badge or e-mail address, and which it is. */
  taken: v.optional(v.strictObject({ value: v.string(), userId, name: v.optional(v.string()) })),
  /** Only with `invalid_field`. */
  errors: v.optional(v.array(v.strictObject({ field: v.string(), message: v.string() }))),
});
export type ErrorResponse = v.InferOutput<typeof errorResponse>;
