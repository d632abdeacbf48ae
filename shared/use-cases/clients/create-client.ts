import { createApiClient, type ClientWithSecret, type NewApiClient } from '../../domain/api-client.ts';
import { recordClientAction, type ClientContext } from './change-client.ts';

/**
 * Creates an API client. Its secret is only in the returned value.
 * @param given its name and company must be valid
 */
export const createClient = async (context: ClientContext, given: NewApiClient): Promise<ClientWithSecret> => {
  const created = createApiClient(given, context.now());
  const { client } = created;
  await context.apiClients.create(client);
  await recordClientAction(context, client, {
    action: 'clients.create',
    after: { name: client.name, scopes: client.scopes },
  });
  return created;
};
