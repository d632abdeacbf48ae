import { tables } from '../../tables.ts';
import type { ApiClient, ClientTombstone } from '../../domain/api-client.ts';

/** The sort key of a client's item. The items of its token families have others. */
export const CLIENT_ITEM = 'client';

export const clientKey = (clientId: string) => ({ clientId, item: CLIENT_ITEM });

const { partitionKey, sortKey } = tables.apiClients.indexes[1];
/** The keys of the index of clients at which housekeeping must look; only those have them. */
export const REVIEW_QUEUE = partitionKey.name;
export const REVIEW_AT = sortKey.name;

/** All clients wait in one queue: few are due at a time, and each is written at most hourly. */
export const CLIENT_QUEUE = 'clients';

type Item = Readonly<Record<string, unknown>>;

/** Whether an item is all that is left of a deleted client. */
export const isTombstone = ({ deletedAt }: Item): boolean => deletedAt !== undefined;

const withoutKey = ({ item: _, [REVIEW_QUEUE]: _queue, [REVIEW_AT]: _at, ...rest }: Item): unknown => rest;

export const toClient = (item: Item): ApiClient => withoutKey(item) as ApiClient;

/** The client of an item, unless it was deleted. */
export const toLiveClient = (item: Item | undefined): ApiClient | undefined =>
  item && !isTombstone(item) ? toClient(item) : undefined;

export const toTombstone = (item: Item | undefined): ClientTombstone | undefined =>
  item && isTombstone(item) ? (withoutKey(item) as ClientTombstone) : undefined;
