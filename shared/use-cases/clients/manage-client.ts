import { isDeepStrictEqual } from 'node:util';
import { createApiClient, type ApiClient, type ClientWithSecret, type NewApiClient } from '../../domain/api-client.ts';
import { revokeTokens, updateClient, type ClientUpdate } from '../../domain/client-changes.ts';
import { formatDateTime, type Instant } from '../../domain/instant.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import {
  changeClient,
  clientEntry,
  retryOnChange,
  type ClientAction,
  type ClientContext,
  type ClientTarget,
} from './change-client.ts';

/**
 * Creates a client. Only the returned value contains the secret.
 * @param newClient validated
 * @throws UseCaseError `client_changed` if another request created a client with the same id meanwhile
 * @example
 * const { clientSecret } = await createClient(context, { companyId: 'acme', name: 'Gate 1' }); // 'cks_…'
 */
export const createClient = async (context: ClientContext, newClient: NewApiClient): Promise<ClientWithSecret> => {
  const created = createApiClient(newClient, context.now());
  const { client } = created;
  const { name, scopes } = client;
  const entry = clientEntry(context, client, { action: 'clients.create', after: { name, scopes } });
  if (!(await context.apiClients.create(client, [entry])))
    throw new UseCaseError('client_changed', { clientId: client.clientId });
  return created;
};

const limitsOf = ({ allowedIps, silentAfterHours }: ApiClient) => ({ allowedIps, silentAfterHours });

/** Returns one log action for each field that changed, so that people can filter by action. */
const describeUpdate = ({ client }: { client: ApiClient }, before: ApiClient): ClientAction[] => {
  const actions: ClientAction[] = [];
  if (client.name !== before.name) {
    actions.push({ action: 'clients.rename', before: { name: before.name }, after: { name: client.name } });
  }
  if (client.enabled !== before.enabled)
    actions.push({ action: client.enabled ? 'clients.enable' : 'clients.disable' });
  if (!isDeepStrictEqual(client.scopes, before.scopes)) {
    actions.push({
      action: 'clients.change-scopes',
      before: { scopes: before.scopes },
      after: { scopes: client.scopes },
    });
  }
  const [limitsBefore, limitsAfter] = [limitsOf(before), limitsOf(client)];
  if (!isDeepStrictEqual(limitsAfter, limitsBefore)) {
    actions.push({ action: 'clients.change-limits', before: limitsBefore, after: limitsAfter });
  }
  return actions;
};

/**
 * Makes all changes in one write. A disabled client is rejected at its next call, and its tokens stay invalid when it is
 * enabled again.
 * @param update validated
 * @throws UseCaseError `client_not_found`, `client_changed`
 */
export const updateApiClient = async (
  context: ClientContext,
  target: ClientTarget,
  update: ClientUpdate,
): Promise<ApiClient> => {
  const change = (before: ApiClient, now: Instant) => {
    const after = updateClient(before, update, now);
    return { client: isDeepStrictEqual(after, before) ? before : after };
  };
  return (await changeClient(context, target, change, describeUpdate)).client;
};

/**
 * Revokes every token issued so far. Secrets stay valid.
 * @throws UseCaseError `client_not_found`, `client_changed`
 */
export const revokeClientTokens = async (
  context: ClientContext,
  target: ClientTarget,
): Promise<{ client: ApiClient; tokensRevokedAt: Instant }> =>
  changeClient(
    context,
    target,
    (client, now) => ({ client: revokeTokens(client, now), tokensRevokedAt: now }),
    ({ tokensRevokedAt }) => [
      { action: 'clients.revoke-tokens', after: { tokensRevokedAt: formatDateTime(tokensRevokedAt) } },
    ],
  );

/**
 * Deletes a client. Its tokens are rejected at their next use, and its id is not used again.
 * @returns the deleted client
 * @throws UseCaseError `client_not_found`, `client_changed`
 */
export const deleteClient = (context: ClientContext, target: ClientTarget): Promise<ApiClient> =>
  retryOnChange(context, target, async (client) => {
    const { name, scopes, enabled } = client;
    const entry = clientEntry(context, client, { action: 'clients.delete', before: { name, scopes, enabled } });
    return (await context.apiClients.delete(client, context.now(), [entry])) ? client : undefined;
  });
