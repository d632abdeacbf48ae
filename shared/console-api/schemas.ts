import type * as v from 'valibot';
import type { BodySchema } from '../http/field.ts';
import { bookingSchemas } from './bookings.ts';
import { clientSchemas } from './clients.ts';
import { fileSchemas } from './imports.ts';
import { logSchemas } from './log.ts';
import { memberSchemas } from './members.ts';
import type { RouteSchemas } from './parts.ts';
import type { ConsoleRouteId } from './routes.ts';
import { userSchemas } from './users.ts';

/** The function parses requests with these schemas. The types of the pages are also made from them. */
export const consoleSchemas = {
  ...clientSchemas,
  ...userSchemas,
  ...bookingSchemas,
  ...fileSchemas,
  ...logSchemas,
  ...memberSchemas,
} satisfies Record<ConsoleRouteId, RouteSchemas>;

type Schemas = typeof consoleSchemas;

/** A schema of the route, or `never` if the route has none. */
export type SchemaOf<Id extends ConsoleRouteId, Part extends keyof RouteSchemas> = Schemas[Id][keyof Schemas[Id] &
  Part];

/** The body that a caller sends: JSON, or a chunk of a file. */
export type BodyOf<Id extends ConsoleRouteId> =
  SchemaOf<Id, 'body'> extends infer Schema extends v.GenericSchema ? v.InferInput<Schema> : string;

/** The parsed fields of a request, without those that are `null`, unless `null` clears the field (`clearableField`). */
export type GivenFields<Schema extends BodySchema> = {
  [Name in keyof v.InferOutput<Schema>]: Schema['entries'][Name & string] extends { readonly type: 'optional' }
    ? v.InferOutput<Schema>[Name]
    : Exclude<v.InferOutput<Schema>[Name], null>;
};

/** The fields of a request to the route: those of its JSON body, or of its query. */
export type FieldsOf<Id extends ConsoleRouteId> = GivenFields<Extract<SchemaOf<Id, 'body' | 'query'>, BodySchema>>;

/** The body of the response; `void` if the route responds with 204. */
export type ResponseOf<Id extends ConsoleRouteId> = [SchemaOf<Id, 'response'>] extends [never]
  ? void
  : v.InferOutput<Extract<SchemaOf<Id, 'response'>, v.GenericSchema>>;
