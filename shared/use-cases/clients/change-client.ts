import type { ApiClientRegistry, ApiClient } from '../../domain/api-client.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';

/** More operators than this do not change one client in the same moment. */
const MAX_ATTEMPTS = 10;

/** @throws UseCaseError `client_not_found` */
export const findClient = async (apiClients: ApiClientRegistry, clientId: string): Promise<ApiClient> => {
  const client = await apiClients.find(clientId);
  if (!client) throw new UseCaseError('client_not_found', { clientId });
  return client;
};

/**
 * Changes a client as it is now: where somebody else changed it in between, `change` is asked again.
 * @returns what the last `change` returned.
 */
export const changeClient = async <Changed extends { readonly client: ApiClient }>(
  apiClients: ApiClientRegistry,
  clientId: string,
  change: (client: ApiClient) => Changed,
): Promise<Changed> => {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const before = await findClient(apiClients, clientId);
    const changed = change(before);
    if (changed.client === before || (await apiClients.replace(before, changed.client))) return changed;
  }
  throw new UseCaseError('client_changed', { clientId });
};
