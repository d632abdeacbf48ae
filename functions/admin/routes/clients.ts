import {
  createClientRequest,
  listClientsQuery,
  rotateSecretRequest,
  updateClientRequest,
  type ClientView,
  type ListClientsResponse,
  type NewSecretResponse,
  type RevokeTokensResponse,
} from '../../../shared/console-api/clients.ts';
import type { ApiClient, ClientPosition } from '../../../shared/domain/api-client.ts';
import { liveSecrets, secretIdOf, type ClientSecret } from '../../../shared/domain/client-secret.ts';
import { statusOf } from '../../../shared/domain/client-status.ts';
import { formatDateTime, formatOptional, HOUR, type Instant } from '../../../shared/domain/instant.ts';
import { findClient, type ClientTarget } from '../../../shared/use-cases/clients/change-client.ts';
import { endClientSecret, rotateClientSecret } from '../../../shared/use-cases/clients/change-secrets.ts';
import { listClients as listClientsOfCompany } from '../../../shared/use-cases/clients/list-clients.ts';
import * as manage from '../../../shared/use-cases/clients/manage-client.ts';
import type { HttpResponse } from '../../../shared/http/response.ts';
import { DEFAULT_GRACE_HOURS } from '../../../shared/rules/api-clients.ts';
import { fields } from '../../../shared/rules/fields.ts';
import { isValid } from '../../../shared/rules/find-problem.ts';
import { ConsoleError } from '../console-error.ts';
import { createSecretOnce, type SecretOrigin, type SecretRequest } from '../new-secret.ts';
import { readPage } from '../paging.ts';
import { readIdempotencyKey, readIfMatch, readJson, readQuery, toEtag } from '../request.ts';
import { ok, type RouteContext, type RouteHandler } from '../route-context.ts';

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

const etagHeaderOf = ({ revision }: ApiClient) => ({ ETag: toEtag(revision) });

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
const targetAtRevision = (context: RouteContext): ClientTarget => {
  const revision = readIfMatch(context.request);
  return { ...targetOf(context), revision: revision === undefined ? undefined : Number(revision) };
};

const toClientResponse = ({ now }: RouteContext, client: ApiClient): HttpResponse => ({
  ...ok(toView(client, now())),
  headers: etagHeaderOf(client),
});

export const listClients: RouteHandler = async (context) => {
  const { apiClients, companyId, now } = context;
  const query = readQuery(context.request, listClientsQuery);
  const { limit, after, toNext } = await readPage<ClientPosition>(context, query);
  const filters = { nameOrIdContains: query.q ?? undefined, status: query.status ?? undefined };
  const { items, next } = await listClientsOfCompany(apiClients, { companyId, limit, after, ...filters }, now());
  return ok<ListClientsResponse>({ items: items.map((client) => toView(client, now())), ...toNext(next) });
};

const respondWithNewSecret = async (
  context: RouteContext,
  request: Omit<SecretRequest, 'key'>,
): Promise<HttpResponse> => {
  const { companyId, identity, requests } = context;
  const idempotencyKey = readIdempotencyKey(context.request);
  const key = idempotencyKey === undefined ? undefined : { companyId, ...identity, idempotencyKey };
  const { client, clientSecret } = await createSecretOnce(context, requests, { ...request, key });
  const body: NewSecretResponse = { client: toView(client, context.now()), clientSecret };
  return { statusCode: 201, body, headers: etagHeaderOf(client) };
};

export const createClient: RouteHandler = async (context) => {
  const { id, companyId } = context;
  const { name, scopes, expiresInDays, allowedIps, silentAfterHours } = readJson(context.request, createClientRequest);
  const settings = {
    companyId,
    name,
    scopes: scopes ?? undefined,
    expiresInDays: expiresInDays ?? undefined,
    allowedIps: allowedIps ?? undefined,
    silentAfterHours: silentAfterHours ?? undefined,
  };
  const create = (origin: Partial<SecretOrigin>) => manage.createClient(context, { ...settings, ...origin });
  const content = [id, name, scopes, expiresInDays, allowedIps, silentAfterHours].map((field) => field ?? null);
  return respondWithNewSecret(context, { clientId: undefined, content, create });
};

export const getClient: RouteHandler = async (context) =>
  toClientResponse(context, await findClient(context.apiClients, targetOf(context)));

export const updateClient: RouteHandler = async (context) => {
  const target = targetAtRevision(context);
  const { scopes, ...update } = readJson(context.request, updateClientRequest);
  return toClientResponse(
    context,
    await manage.updateApiClient(context, target, { ...update, scopes: scopes ?? undefined }),
  );
};

export const deleteClient: RouteHandler = async (context) => {
  await manage.deleteClient(context, targetAtRevision(context));
  return { statusCode: 204 };
};

export const rotateSecret: RouteHandler = async (context) => {
  const target = targetAtRevision(context);
  const { graceHours, expiresInDays } = readJson(context.request, rotateSecretRequest);
  const graceMilliseconds = Math.round((graceHours ?? DEFAULT_GRACE_HOURS) * HOUR);
  const options = { graceMilliseconds, expiresInDays: expiresInDays ?? undefined };
  const create = ({ requestId }: Partial<SecretOrigin>) =>
    rotateClientSecret(context, target, { ...options, requestId });
  const { clientId } = target;
  const content = [context.id, clientId, graceMilliseconds, expiresInDays ?? null];
  return respondWithNewSecret(context, { clientId, content, create });
};

export const endSecret: RouteHandler = async (context) => {
  const secretId = context.params['secretId'] ?? '';
  return toClientResponse(context, (await endClientSecret(context, targetAtRevision(context), secretId)).client);
};

export const revokeTokens: RouteHandler = async (context) => {
  const { client, tokensRevokedAt } = await manage.revokeClientTokens(context, targetAtRevision(context));
  const body = { client: toView(client, context.now()), tokensRevokedAt: formatDateTime(tokensRevokedAt) };
  return { ...ok<RevokeTokensResponse>(body), headers: etagHeaderOf(client) };
};
