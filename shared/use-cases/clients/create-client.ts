import { createApiClient, type ClientWithSecret, type NewApiClient } from '../../domain/api-client.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import { clientEntry, type ClientContext } from './change-client.ts';

/**
 * Creates an API client. Its secret is only in the returned value.
 * @param given its name and company must be valid
 * @throws UseCaseError `client_changed` if another request created the client with this id in the meantime
 * @example
 * const { clientSecret } = await createClient(context, { companyId: 'acme', name: 'Gate 1' }); // 'cks_…'
 */
export const createClient = async (context: ClientContext, given: NewApiClient): Promise<ClientWithSecret> => {
  const created = createApiClient(given, context.now());
  const { client } = created;
  const { name, scopes } = client;
  const entry = clientEntry(context, client, { action: 'clients.create', after: { name, scopes } });
  if (!(await context.apiClients.create(client, [entry])))
    throw new UseCaseError('client_changed', { clientId: client.clientId });
  return created;
};
