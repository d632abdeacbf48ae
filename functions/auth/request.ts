import * as v from 'valibot';
import { field } from '../../shared/http/field.ts';
import { fields } from '../../shared/rules/fields.ts';

export const credentials = v.object({ clientId: field(fields.clientId), clientSecret: field(fields.clientSecret) });

export type Credentials = v.InferOutput<typeof credentials>;
