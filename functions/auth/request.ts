import * as v from 'valibot';
import { faultOfText } from '../../shared/domain/identifier.ts';
import { faultless, parseBody } from '../../shared/http/parse-body.ts';

const text = faultless<string>((value) => faultOfText(value, 1, 256));

const credentials = v.object({ clientId: text, clientSecret: text });

export type Credentials = v.InferOutput<typeof credentials>;

/** @throws ServiceError `invalid_body`, `invalid_field` */
export const parseCredentials = (body: unknown): Credentials => parseBody(credentials, body);
