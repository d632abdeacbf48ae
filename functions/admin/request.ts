import type * as v from 'valibot';
import type { FieldRule } from '../../shared/rules/field-rule.ts';
import { readHeader, type ApiRequest } from '../../shared/http/api-request.ts';
import { isClearable, ruleOf, parseBody, type BodySchema } from '../../shared/http/field.ts';
import { ServiceError } from '../../shared/domain/service-error.ts';
import { readMediaType, readText, type TextRequest } from '../../shared/http/body.ts';
import { MAX_BODY_BYTES } from '../../shared/rules/fields.ts';
import type { RouteSchemas } from '../../shared/console-api/parts.ts';
import type { GivenFields } from '../../shared/console-api/schemas.ts';
import { ConsoleError } from './console-error.ts';

const hasBody = ({ body }: ApiRequest): boolean => typeof body === 'string' && body !== '';

/** Leaves out each field that is `null`, which means absent, unless `null` clears the field. */
const parse = <Schema extends BodySchema>(schema: Schema, values: unknown): GivenFields<Schema> => {
  const parsed = Object.entries(parseBody(schema, values) as Record<string, unknown>);
  const isGiven = ([name, value]: [string, unknown]): boolean =>
    value !== null || isClearable(schema.entries[name] as v.GenericSchema);
  return Object.fromEntries(parsed.filter(isGiven)) as GivenFields<Schema>;
};

/** @throws ServiceError `unsupported_media_type`, `body_too_large`, `invalid_body` */
const parseJson = (request: TextRequest): unknown => {
  if (readMediaType(request) !== 'application/json') throw new ServiceError('unsupported_media_type', 'not JSON');
  const text = readText(request, MAX_BODY_BYTES);
  try {
    return JSON.parse(text);
  } catch {
    // The parser's error contains the body, so it is not kept as the cause.
    throw new ServiceError('invalid_body', 'not JSON');
  }
};

/** Reads and checks the fields that the schema names. A request without a body has no fields. @throws ServiceError */
export const readJson = <Schema extends BodySchema>(request: ApiRequest, schema: Schema): GivenFields<Schema> =>
  parse(schema, hasBody(request) ? parseJson(request as TextRequest) : {});

const INTEGER = /^-?\d{1,16}$/;
const booleans: Readonly<Record<string, boolean>> = { true: true, false: false };

/** Converts a query value to the type that the rule requires. A value of another type stays a string and is rejected. */
const toValue = (text: string, { kind }: FieldRule): unknown => {
  if (kind === 'integer' && INTEGER.test(text)) return Number(text);
  return kind === 'boolean' ? (booleans[text] ?? text) : text;
};

/** Reads and checks the query parameters that the schema names. An empty or repeated one is not valid. @throws ServiceError */
export const readQuery = <Schema extends BodySchema>(
  { rawQueryString }: Pick<ApiRequest, 'rawQueryString'>,
  schema: Schema,
): GivenFields<Schema> => {
  const parameters = new URLSearchParams(rawQueryString);
  const values = Object.entries(schema.entries).flatMap(([name, entry]) => {
    const texts = parameters.getAll(name);
    if (texts.length === 0) return [];
    return [[name, texts.length === 1 ? toValue(texts[0] as string, ruleOf(entry)) : texts]];
  });
  return parse(schema, Object.fromEntries(values));
};

/** Reads the fields that the route takes. @throws ServiceError */
export const readFields = (request: ApiRequest, { query, body }: Pick<RouteSchemas, 'query' | 'body'>): object => {
  if (query) return readQuery(request, query);
  return body && body !== 'file' ? readJson(request, body) : {};
};

export const toEtag = (revision: number | string): string => `"${revision}"`;

/** Accepts weak entity tags too, because a proxy that compresses responses makes strong ones weak. */
const ETAG = /^(?:W\/)?"([\w-]{1,64})"$/;

/**
 * Returns the revision in `If-Match` (RFC 9110, section 13.1.1), or undefined for `*`, which matches any state.
 * @throws ConsoleError `precondition_required` without `If-Match`; `precondition_failed` if it is not an entity tag of this API
 */
export const readIfMatch = (request: ApiRequest): string | undefined => {
  const value = readHeader(request, 'if-match');
  if (value === undefined) throw new ConsoleError('precondition_required');
  if (value.trim() === '*') return undefined;
  const revision = ETAG.exec(value.trim())?.[1];
  if (revision === undefined) throw new ConsoleError('precondition_failed');
  return revision;
};
