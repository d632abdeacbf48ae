import { isDeepStrictEqual } from 'node:util';
import {
  createApiClient,
  type ApiClient,
  type ApiClientRegistry,
  type ClientWithSecret,
  type NewApiClient,
} from '../../domain/api-client.ts';
import {
  auditEntry,
  changesBetween,
  type Acting,
  type AuditedAction,
  type AuditEntry,
} from '../../domain/audit-entry.ts';
import { defined } from '../../rules/plain-values.ts';
import { formatOptional, formatDateTime, type Instant } from '../../domain/instant.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import {
  endSecret,
  rotateSecret,
  revokeTokens,
  updateClient,
  type RotatedClient,
  type RotationOptions,
  type ClientUpdate,
} from '../../domain/client-changes.ts';
import { secretIdOf, type ClientSecret } from '../../domain/client-secret.ts';

export interface ClientContext extends Acting {
  readonly apiClients: ApiClientRegistry;
}

/** If `companyId` or `revision` is present, the client must have it. */
export type ClientTarget = Pick<ApiClient, 'clientId'> & Partial<Pick<ApiClient, 'companyId' | 'revision'>>;

/** An action on a client. `before` and `after` have no digests of secrets. */
interface ClientAction extends Omit<AuditedAction, 'target' | 'reason'> {
  /** The secret that began or ended. */
  readonly secretId?: string | undefined;
}

/** More requests than this are not expected to change one client at the same time. */
const MAX_ATTEMPTS = 10;

/** @throws UseCaseError `client_not_found`; `client_changed` if the target has a revision and the client's differs */
export const findClient = async (
  apiClients: Pick<ApiClientRegistry, 'find'>,
  { clientId, companyId, revision }: ClientTarget,
): Promise<ApiClient> => {
  const client = await apiClients.find(clientId);
  if (!client || (companyId !== undefined && client.companyId !== companyId)) {
    throw new UseCaseError('client_not_found', { clientId });
  }
  if (revision !== undefined && client.revision !== revision) throw new UseCaseError('client_changed', { clientId });
  return client;
};

const clientEntry = (
  context: Acting,
  { clientId, companyId }: Pick<ApiClient, 'clientId' | 'companyId'>,
  { secretId, ...action }: ClientAction,
): AuditEntry => auditEntry(context, companyId, { ...action, target: defined({ clientId, secretId }) });

/**
 * Reads the client and calls `attempt` with it. If the client was changed in between, does both again, unless the target has a
 * revision.
 * @param attempt returns undefined if the client was changed in between
 * @throws UseCaseError `client_not_found`, `client_changed`
 */
const retryOnChange = async <Done>(
  { apiClients }: ClientContext,
  target: ClientTarget,
  attempt: (client: ApiClient) => Promise<Done | undefined>,
): Promise<Done> => {
  for (let tries = 1; tries <= MAX_ATTEMPTS; tries += 1) {
    const done = await attempt(await findClient(apiClients, target));
    if (done) return done;
  }
  throw new UseCaseError('client_changed', { clientId: target.clientId });
};

/**
 * Changes a client, and adds the change to the audit log.
 * @param change returns the same client if there is nothing to change
 * @param describe describes the change for the audit log
 * @returns the result of `change`, with the client's new revision
 */
const changeClient = async <Changed extends { readonly client: ApiClient }>(
  context: ClientContext,
  target: ClientTarget,
  change: (client: ApiClient, now: Instant) => Changed,
  describe: (changed: Changed, before: ApiClient) => readonly ClientAction[],
): Promise<Changed> =>
  retryOnChange(context, target, async (before) => {
    const changed = change(before, context.now());
    if (changed.client === before) return changed;
    const entries = describe(changed, before).map((action) => clientEntry(context, before, action));
    const client = await context.apiClients.replace(before, changed.client, entries);
    return client && { ...changed, client };
  });

const viewSecrets = ({ secrets }: Pick<ApiClient, 'secrets'>) =>
  secrets.map((secret: ClientSecret) =>
    defined({ secretId: secretIdOf(secret), last4: secret.last4, endsAt: formatOptional(secret.endsAt) }),
  );

/** Returns a client as the audit log shows it. */
const viewState = (client: ApiClient) => {
  const { name, enabled, scopes, allowedIps, silentAfterHours } = client;
  return defined({ name, enabled, scopes, allowedIps, silentAfterHours, secrets: viewSecrets(client) });
};

const secretIdOnlyIn = (one: ApiClient, other: ApiClient): string | undefined => {
  const others = new Set(other.secrets.map(secretIdOf));
  return one.secrets.map(secretIdOf).find((secretId) => !others.has(secretId));
};

/** `secretId`: the new secret, or the one that ended. */
const describeSecrets =
  (action: 'clients.rotate' | 'clients.end-secret') =>
  ({ client }: { client: ApiClient }, before: ApiClient): ClientAction[] => [
    {
      action,
      secretId: secretIdOnlyIn(client, before) ?? secretIdOnlyIn(before, client),
      before: { secrets: viewSecrets(before) },
      after: { secrets: viewSecrets(client) },
    },
  ];

/**
 * @throws UseCaseError `client_not_found`, `client_changed`; `two_live_secrets` unless `force`
 * @example
 * const { clientSecret, oldSecretEndsAt } = await rotateClientSecret(context, { clientId }, { graceMilliseconds: 86_400_000 });
 */
export const rotateClientSecret = (
  context: ClientContext,
  target: ClientTarget,
  options: RotationOptions,
): Promise<RotatedClient> =>
  changeClient(context, target, (client, now) => rotateSecret(client, options, now), describeSecrets('clients.rotate'));

/** @throws UseCaseError `client_not_found`, `client_changed`, `secret_not_found`, `last_live_secret` */
export const endClientSecret = (
  context: ClientContext,
  target: ClientTarget,
  secretId: string,
): Promise<{ client: ApiClient }> =>
  changeClient(
    context,
    target,
    (client, now) => endSecret(client, secretId, now),
    describeSecrets('clients.end-secret'),
  );

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
  const entry = clientEntry(context, client, { action: 'clients.create', after: viewState(client) });
  if (!(await context.apiClients.create(client, [entry])))
    throw new UseCaseError('client_changed', { clientId: client.clientId });
  return created;
};

/** Returns one log action for each kind of change, so that people can filter by action. */
const describeUpdate = ({ client }: { client: ApiClient }, before: ApiClient): ClientAction[] => {
  const changes = changesBetween(viewState(before), viewState(client));
  const describe = (action: ClientAction['action'], names: readonly string[]): ClientAction[] => {
    const changed = names.filter((name) => name in changes.after);
    const pick = (state: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(changed.map((name) => [name, state[name]]));
    return changed.length > 0 ? [{ action, before: pick(changes.before), after: pick(changes.after) }] : [];
  };
  return [
    ...describe('clients.rename', ['name']),
    ...describe(client.enabled ? 'clients.enable' : 'clients.disable', ['enabled']),
    ...describe('clients.change-scopes', ['scopes']),
    ...describe('clients.change-limits', ['allowedIps', 'silentAfterHours']),
  ];
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
    ({ tokensRevokedAt }, before) => [
      {
        action: 'clients.revoke-tokens',
        before: defined({ tokensRevokedAt: formatOptional(before.tokensRevokedAt) }),
        after: { tokensRevokedAt: formatDateTime(tokensRevokedAt) },
      },
    ],
  );

/**
 * Deletes a client. Its tokens are rejected at their next use, and its id is not used again.
 * @returns the deleted client
 * @throws UseCaseError `client_not_found`, `client_changed`
 */
export const deleteClient = (context: ClientContext, target: ClientTarget): Promise<ApiClient> =>
  retryOnChange(context, target, async (client) => {
    const entry = clientEntry(context, client, { action: 'clients.delete', before: viewState(client) });
    return (await context.apiClients.delete(client, context.now(), [entry])) ? client : undefined;
  });
