import * as v from 'valibot';
import type { ErrorCode } from '../rules/errors.ts';
import type { BodySchema } from './field.ts';

/**
 * What the API document says about an operation of the gate's API. Each function has a file `operations.ts` beside its handler,
 * with its operations and the schemas of their requests and responses. Handlers import only types from these files, so that no
 * text of the document gets into a bundle.
 */
export interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly ('AcceptLanguage' | 'IdempotencyKey')[];
  readonly security?: 'accessToken' | 'refreshToken' | 'clientSecret';
  /** The name of the body's schema. */
  readonly requestBody?: string;
  /** The maximum size of the body; default: 16 KiB. */
  readonly bodyLimit?: string;
  /** The content type of the body; default: JSON. */
  readonly bodyType?: string;
  readonly success: {
    /** Default: 200. */
    readonly statusCode?: number;
    readonly description: string;
    /** The name of the body's schema. */
    readonly schema: string;
    /** The response has a message, in the language that Content-Language names. */
    readonly isTranslated?: true;
  };
  /** Errors besides those that follow from `requestBody` and `security`. */
  readonly errors?: readonly ErrorCode[];
  /** Default: `Error`. `OAuthError` is not translated. */
  readonly errorSchema?: 'Error' | 'OAuthError';
  /** Every response has the header `Cache-Control`. */
  readonly hasCacheControl?: true;
}

/** A description, alone or with examples. */
export type FieldText = string | { readonly description: string; readonly examples: readonly unknown[] };

export type FieldTexts<Entries> = Readonly<Record<keyof Entries, FieldText>>;

/** The schema with which the function checks a body, and the texts that it leaves out. */
export interface DescribedFields<Schema extends BodySchema = BodySchema> {
  readonly description: string;
  readonly schema: Schema;
  readonly texts: FieldTexts<Schema['entries']>;
  /** Unknown fields are rejected, not ignored. */
  readonly isClosed?: true;
  readonly examples?: readonly object[];
}

/** A body with a list `items`. */
export interface DescribedList {
  readonly description: string;
  /** The name of the items' schema. */
  readonly itemSchema: string;
  readonly items: string;
}

/** Makes the compiler compare the texts with the schema. */
export const describedFields = <Schema extends BodySchema>(body: DescribedFields<Schema>): DescribedFields<Schema> =>
  body;

/** The schemas of request bodies by name. */
export type RequestSchemas = Readonly<Record<string, DescribedFields | DescribedList>>;

export const text = (description: string) => v.pipe(v.string(), v.minLength(1), v.description(description));

export const moment = (description: string) => v.pipe(v.string(), v.isoTimestamp(), v.description(description));

export const wholeNumber = (description: string) =>
  v.pipe(v.number(), v.integer(), v.minValue(0), v.description(description));

export const oneOf = <const Values extends readonly string[]>(values: Values, description: string) =>
  v.pipe(v.picklist(values), v.description(description));

export const list = <Item extends v.GenericSchema>(item: Item, description: string) =>
  v.pipe(v.array(item), v.description(description));

export const described = <Entries extends v.ObjectEntries>(description: string, entries: Entries) =>
  v.pipe(v.object(entries), v.description(description));

export const statusCode = wholeNumber('The HTTP status.');

export const message = text(
  'For people, in the language of Content-Language. Programs should use `code` or the status, and the other fields.',
);

export const fieldError = described('An invalid field.', {
  field: text('Name of the field of the body. It is never translated.'),
  message: text('What the field must be, as a sentence in the language of Content-Language.'),
});

export const fieldErrors = (description: string) =>
  v.optional(v.pipe(v.array(fieldError), v.minLength(1), v.description(description)));

export const errorResponse = described(
  'An error. The service sends all fields but `errors`, which lists invalid fields. The gateway in front of it sends `message` only, in English.',
  {
    statusCode: v.optional(statusCode),
    code: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[a-z_]+$/),
        v.description(
          'For programs: the name of the error, which does not change. Codes may be added: treat an unknown code by its status.',
        ),
      ),
    ),
    message,
    requestId: v.optional(text('The id of the request in the service’s log; also in X-Request-Id.')),
    errors: fieldErrors('Every invalid field; with `invalid_field`.'),
  },
);
type AnyErrorResponse = v.InferOutput<typeof errorResponse>;
/** An error of the service itself. */
export type ErrorResponse = Required<Omit<AnyErrorResponse, 'errors'>> & Pick<AnyErrorResponse, 'errors'>;

/** What the operations with a list of items have in common. */
export const itemRequests = {
  bodyLimit: '256 KiB',
  security: 'accessToken',
  parameters: ['AcceptLanguage'],
} as const satisfies Partial<Operation>;
