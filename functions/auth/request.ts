import * as v from 'valibot';
import { field } from '../../shared/http/field.ts';
import { parseBody } from '../../shared/http/parse-body.ts';

const text = field({ kind: 'text', shortest: 1, longest: 256 });

export const credentials = v.object({ clientId: text, clientSecret: text });

export type Credentials = v.InferOutput<typeof credentials>;

/** @throws ServiceError `invalid_body`, `invalid_field` */
export const parseCredentials = (body: unknown): Credentials => parseBody(credentials, body);
