import * as v from 'valibot';
import { field } from '../../shared/http/field.ts';
import { parseBody } from '../../shared/http/parse-body.ts';
import type { ApiRequest } from '../../shared/http/api-request.ts';

export const MAX_SYNC_ITEMS = 100;

export const syncBody = v.object({ items: field({ kind: 'items', least: 1, greatest: MAX_SYNC_ITEMS }) });

/**
 * The items of a request. An invalid item does not affect the others.
 * @throws ServiceError `invalid_body`, `invalid_field`
 */
export const parseSync = (request: ApiRequest): readonly unknown[] => parseBody(syncBody, request.body).items;
