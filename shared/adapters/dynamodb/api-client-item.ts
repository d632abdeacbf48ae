import type { ApiClient, ClientTombstone } from '../../domain/api-client.ts';

/** The sort key of a client's item. The items of its token families have others. */
export const CLIENT_ITEM = 'client';

export const clientKey = (clientId: string) => ({ clientId, item: CLIENT_ITEM });

type Item = Readonly<Record<string, unknown>>;

/** Whether an item is all that is left of a deleted client. */
export const isTombstone = ({ deletedAt }: Item): boolean => deletedAt !== undefined;

const withoutKey = ({ item: _, ...rest }: Item): unknown => rest;

export const toClient = (item: Item): ApiClient => withoutKey(item) as ApiClient;

/** The client of an item, unless it was deleted. */
export const toLiveClient = (item: Item | undefined): ApiClient | undefined =>
  item && !isTombstone(item) ? toClient(item) : undefined;

export const toTombstone = (item: Item | undefined): ClientTombstone | undefined =>
  item && isTombstone(item) ? (withoutKey(item) as ClientTombstone) : undefined;
