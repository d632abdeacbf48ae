import type { ApiClient } from '../../domain/api-client.ts';

/** The sort key of a client's item. The items of its token families have others. */
export const CLIENT_ITEM = 'client';

export const clientKey = (clientId: string) => ({ clientId, item: CLIENT_ITEM });

export const toClient = ({ item: _, ...client }: Record<string, unknown>): ApiClient => client as unknown as ApiClient;
