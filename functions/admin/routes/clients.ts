import * as v from 'valibot';
import type { ClientView, NewSecret } from '../../../shared/console-api/clients.ts';
import type { ApiClient, ClientPosition, ClientWithSecret } from '../../../shared/domain/api-client.ts';
import { formatDateTime, HOUR, type Instant } from '../../../shared/domain/instant.ts';
import * as useCases from '../../../shared/use-cases/clients/change-client.ts';
import { listClients as listClientsOfCompany } from '../../../shared/use-cases/clients/list-clients.ts';
import { viewClient } from '../../../shared/use-cases/clients/view-client.ts';
import { DEFAULT_GRACE_HOURS } from '../../../shared/rules/api-clients.ts';
import { fields } from '../../../shared/rules/fields.ts';
import { readValue } from '../../../shared/rules/read-value.ts';
import { ConsoleError } from '../console-error.ts';
import { keyText, readPage } from '../paging.ts';
import { toEtag } from '../request.ts';
import type { RouteContext, RouteHandler } from '../route-context.ts';

const toView = (client: ApiClient, now: Instant): ClientView => ({
  ...viewClient(client, now),
  etag: toEtag(client.revision),
});

/** @throws ConsoleError `client_not_found` if the id in the path is malformed */
const targetOf = ({ params, companyId }: RouteContext): useCases.ClientTarget => {
  const clientId = readValue(fields.clientId, params['clientId']);
  if ('problem' in clientId) throw new ConsoleError('client_not_found');
  return { clientId: clientId.value, companyId };
};

/** Like {@link targetOf}, with the revision in `If-Match`. */
const targetAtRevision = (context: RouteContext): useCases.ClientTarget => ({
  ...targetOf(context),
  revision: context.revision === undefined ? undefined : Number(context.revision),
});

const clientPosition = v.strictObject({ clientId: keyText, createdAt: v.pipe(v.number(), v.safeInteger()) });

export const listClients: RouteHandler<'listClients'> = async (context, query) => {
  const { apiClients, companyId, now } = context;
  const { limit, after, toNext } = readPage<ClientPosition>(context, query, clientPosition);
  const list = { companyId, limit, after, nameOrIdContains: query.q };
  const { items, next } = await listClientsOfCompany(apiClients, list);
  return { items: items.map((client) => toView(client, now())), ...toNext(next) };
};

const toNewSecret = ({ client, clientSecret }: ClientWithSecret, now: Instant): NewSecret => ({
  client: toView(client, now),
  clientSecret,
});

export const createClient: RouteHandler<'createClient'> = async (context, settings) => {
  const { companyId, now } = context;
  return toNewSecret(await useCases.createClient(context, { ...settings, companyId }), now());
};

export const getClient: RouteHandler<'getClient'> = async (context) =>
  toView(await useCases.findClient(context.apiClients, targetOf(context)), context.now());

export const updateClient: RouteHandler<'updateClient'> = async (context, changes) =>
  toView(await useCases.updateApiClient(context, targetAtRevision(context), changes), context.now());

export const deleteClient: RouteHandler<'deleteClient'> = async (context) => {
  await useCases.deleteClient(context, targetAtRevision(context));
};

export const rotateSecret: RouteHandler<'rotateSecret'> = async (context, rotation) => {
  const { graceHours = DEFAULT_GRACE_HOURS, expiresInDays } = rotation;
  const options = { graceMilliseconds: Math.round(graceHours * HOUR), expiresInDays };
  return toNewSecret(await useCases.rotateClientSecret(context, targetAtRevision(context), options), context.now());
};

export const endSecret: RouteHandler<'endSecret'> = async (context) => {
  const secretId = context.params['secretId'] ?? '';
  const { client } = await useCases.endClientSecret(context, targetAtRevision(context), secretId);
  return toView(client, context.now());
};

export const revokeTokens: RouteHandler<'revokeTokens'> = async (context) => {
  const { client, tokensRevokedAt } = await useCases.revokeClientTokens(context, targetAtRevision(context));
  return { client: toView(client, context.now()), tokensRevokedAt: formatDateTime(tokensRevokedAt) };
};
