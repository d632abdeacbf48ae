import { tables } from '../../tables.ts';
import type { ApiClient } from '../../domain/api-client.ts';
import type { Item } from './database.ts';

/** The sort key of a client's own item; its token families have different sort keys. */
export const CLIENT_ITEM = 'client';

export const ACCESS_ITEM = 'access';

export const clientKey = (clientId: string) => ({ clientId, item: CLIENT_ITEM });

const { partitionKey, sortKey } = tables.apiClients.indexes[1];
/** The key attributes of the index that orders clients by their next review by housekeeping. Clients without one lack them. */
export const REVIEW_QUEUE = partitionKey.name;
export const REVIEW_AT = sortKey.name;

/** One queue is enough, because few clients are due at a time. */
export const CLIENT_QUEUE = 'clients';

export const isTombstone = ({ deletedAt }: Item): boolean => deletedAt !== undefined;

export const toClient = ({ item: _, [REVIEW_QUEUE]: _queue, [REVIEW_AT]: _at, ...client }: Item): ApiClient =>
  client as unknown as ApiClient;

export const toLiveClient = (item: Item | undefined): ApiClient | undefined =>
  item && !isTombstone(item) ? toClient(item) : undefined;
