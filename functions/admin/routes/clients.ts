import type { ClientView, NewSecret } from '../../../shared/console-api/clients.ts';
import type { ApiClient, ClientPosition } from '../../../shared/domain/api-client.ts';
import { liveSecrets, secretIdOf, type ClientSecret } from '../../../shared/domain/client-secret.ts';
import { statusOf } from '../../../shared/domain/client-status.ts';
import { formatDateTime, formatOptional, HOUR, type Instant } from '../../../shared/domain/instant.ts';
import { findClient, type ClientTarget } from '../../../shared/use-cases/clients/change-client.ts';
import { endClientSecret, rotateClientSecret } from '../../../shared/use-cases/clients/change-secrets.ts';
import { listClients as listClientsOfCompany } from '../../../shared/use-cases/clients/list-clients.ts';
import * as manage from '../../../shared/use-cases/clients/manage-client.ts';
import { DEFAULT_GRACE_HOURS } from '../../../shared/rules/api-clients.ts';
import { fields } from '../../../shared/rules/fields.ts';
import { isValid } from '../../../shared/rules/find-problem.ts';
import { ConsoleError } from '../console-error.ts';
import { createSecretOnce, type SecretOrigin, type SecretRequest } from '../new-secret.ts';
import { readPage } from '../paging.ts';
import { readIdempotencyKey, toEtag } from '../request.ts';
import type { RouteContext, RouteHandler } from '../route-context.ts';

const toSecretView = ({ createdAt, endsAt, lastUsedAt, ...secret }: ClientSecret): ClientView['secrets'][number] => ({
  secretId: secretIdOf(secret),
  last4: secret.last4,
  createdAt: formatDateTime(createdAt),
  endsAt: formatOptional(endsAt),
  lastUsedAt: formatOptional(lastUsedAt),
});

const toView = (client: ApiClient, now: Instant): ClientView => {
  const { clientId, companyId, name, enabled, lastDeniedIp, silentAfterHours } = client;
  return {
    clientId,
    companyId,
    name,
    enabled,
    scopes: [...client.scopes],
    status: statusOf(client, now),
    createdAt: formatDateTime(client.createdAt),
    lastSeenAt: formatOptional(client.lastSeenAt),
    lastDeniedAt: formatOptional(client.lastDeniedAt),
    lastDeniedIp,
    allowedIps: client.allowedIps && [...client.allowedIps],
    silentAfterHours,
    silentSince: formatOptional(client.silentSince),
    secrets: liveSecrets(client, now).map(toSecretView),
    etag: toEtag(client.revision),
  };
};

/**
 * Identifies the client by the id in the path and the member's company.
 * @throws ConsoleError `client_not_found` if the id is malformed
 */
const targetOf = ({ params, companyId }: RouteContext): ClientTarget => {
  const clientId = params['clientId'] ?? '';
  if (!isValid(fields.clientId, clientId)) throw new ConsoleError('client_not_found');
  return { clientId, companyId };
};

/** Like {@link targetOf}, with the revision in `If-Match`. */
const targetAtRevision = (context: RouteContext): ClientTarget => ({
  ...targetOf(context),
  revision: context.revision === undefined ? undefined : Number(context.revision),
});

export const listClients: RouteHandler<'listClients'> = async (context, query) => {
  const { apiClients, companyId, now } = context;
  const { limit, after, toNext } = await readPage<ClientPosition>(context, query);
  const { q: nameOrIdContains, status } = query;
  const list = { companyId, limit, after, nameOrIdContains, status };
  const { items, next } = await listClientsOfCompany(apiClients, list, now());
  return { items: items.map((client) => toView(client, now())), ...toNext(next) };
};

const createSecret = async (context: RouteContext, request: Omit<SecretRequest, 'key'>): Promise<NewSecret> => {
  const { companyId, identity, requests } = context;
  const idempotencyKey = readIdempotencyKey(context.request);
  const key = idempotencyKey === undefined ? undefined : { companyId, ...identity, idempotencyKey };
  const { client, clientSecret } = await createSecretOnce(context, requests, { ...request, key });
  return { client: toView(client, context.now()), clientSecret };
};

export const createClient: RouteHandler<'createClient'> = async (context, settings) => {
  const { id, companyId } = context;
  const { name, scopes, expiresInDays, allowedIps, silentAfterHours } = settings;
  const create = (origin: Partial<SecretOrigin>) => manage.createClient(context, { ...settings, ...origin, companyId });
  const content = [id, name, scopes, expiresInDays, allowedIps, silentAfterHours];
  return createSecret(context, { clientId: undefined, content, create });
};

export const getClient: RouteHandler<'getClient'> = async (context) =>
  toView(await findClient(context.apiClients, targetOf(context)), context.now());

export const updateClient: RouteHandler<'updateClient'> = async (context, changes) =>
  toView(await manage.updateApiClient(context, targetAtRevision(context), changes), context.now());

export const deleteClient: RouteHandler<'deleteClient'> = async (context) => {
  await manage.deleteClient(context, targetAtRevision(context));
};

export const rotateSecret: RouteHandler<'rotateSecret'> = async (context, { graceHours, expiresInDays }) => {
  const target = targetAtRevision(context);
  const graceMilliseconds = Math.round((graceHours ?? DEFAULT_GRACE_HOURS) * HOUR);
  const create = ({ requestId }: Partial<SecretOrigin>) =>
    rotateClientSecret(context, target, { graceMilliseconds, expiresInDays, requestId });
  const { clientId } = target;
  const content = [context.id, clientId, graceMilliseconds, expiresInDays];
  return createSecret(context, { clientId, content, create });
};

export const endSecret: RouteHandler<'endSecret'> = async (context) => {
  const secretId = context.params['secretId'] ?? '';
  const { client } = await endClientSecret(context, targetAtRevision(context), secretId);
  return toView(client, context.now());
};

export const revokeTokens: RouteHandler<'revokeTokens'> = async (context) => {
  const { client, tokensRevokedAt } = await manage.revokeClientTokens(context, targetAtRevision(context));
  return { client: toView(client, context.now()), tokensRevokedAt: formatDateTime(tokensRevokedAt) };
};
