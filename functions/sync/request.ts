import * as v from 'valibot';
import { field } from '../../shared/http/field.ts';
import { fields } from '../../shared/rules/fields.ts';
import { parseBody } from '../../shared/http/parse-body.ts';
import type { ApiRequest } from '../../shared/http/api-request.ts';

export const syncBody = v.object({ items: field(fields.items) });

/**
 * The items of a request. An invalid item does not affect the others.
 * @throws ServiceError `invalid_body`, `invalid_field`
 */
export const parseSync = (request: ApiRequest): readonly unknown[] => parseBody(syncBody, request.body).items;
