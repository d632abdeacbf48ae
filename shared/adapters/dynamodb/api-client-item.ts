import type { ApiClient } from '../../domain/api-client.ts';
import { DEFAULT_SCOPES } from '../../domain/scope.ts';

/** The sort key of a client's item. The items of its token families have others. */
export const CLIENT_ITEM = 'client';

export const clientKey = (clientId: string) => ({ clientId, item: CLIENT_ITEM });

/** Version 1.0 wrote neither scopes nor revocation numbers. */
export const toClient = ({ item: _, ...attributes }: Record<string, unknown>): ApiClient => ({
  scopes: DEFAULT_SCOPES,
  revocationNumber: 0,
  revision: 0,
  ...(attributes as unknown as Omit<ApiClient, 'scopes' | 'revocationNumber' | 'revision'>),
});
