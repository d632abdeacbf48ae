import { isDeepStrictEqual } from 'node:util';
import { parseDateTime, type Instant } from '../../domain/instant.ts';
import type { AdminEntry } from '../../domain/audit-entry.ts';
import type { ApiClient } from '../../domain/api-client.ts';
import { isLive, liveSecrets, secretIdOf, type ClientSecret } from '../../domain/client-secret.ts';
import { updateClient } from '../../domain/client-changes.ts';
import { refused, writtenIf, type Refusal, type ItemOutcome, type RestoreRules } from './restore-rules.ts';
import type { CopiedItem, RestorableItem, RestoreStores } from '../../domain/restore.ts';

interface MergedClient {
  readonly client: ApiClient;
  /** The parts that stay disabled or ended. */
  readonly refusals: readonly Refusal[];
}

/** Changes of a client in the audit log since the copy was made. */
interface ClientHistory {
  readonly isDeleted: boolean;
  /** Whether the client was disabled and has not been enabled since. */
  readonly isDisabled: boolean;
  /** When each remaining secret ends, by id, as of the last change of the secrets. Absent if the secrets have not changed. */
  readonly secrets?: { readonly changedAt: Instant; readonly ends: ReadonlyMap<string, Instant | undefined> };
  /** The limits after their last change; absent if they never changed. */
  readonly limits?: Pick<ApiClient, 'allowedIps' | 'silentAfterHours'>;
  /** The times at which tokens were revoked, including by disabling the client. */
  readonly revokedAt: readonly Instant[];
}

interface LoggedSecret {
  readonly secretId: string;
  readonly endsAt?: string;
}

const readSecrets = ({ receivedAt, after = {} }: AdminEntry): Required<ClientHistory>['secrets'] => ({
  changedAt: receivedAt,
  ends: new Map(
    (after['secrets'] as readonly LoggedSecret[]).map(({ secretId, endsAt }) => [
      secretId,
      endsAt === undefined ? undefined : parseDateTime(endsAt),
    ]),
  ),
});

/** @param entries newest first */
export const readClientHistory = (entries: readonly AdminEntry[], clientId: string): ClientHistory => {
  const clientEntries = entries.filter(({ target }) => target['clientId'] === clientId);
  const last = (...actions: readonly string[]) => clientEntries.find(({ action }) => actions.includes(action));
  const withSecrets = clientEntries.find(({ after }) => Array.isArray(after?.['secrets']));
  const limits = last('clients.change-limits')?.after as ClientHistory['limits'];
  return {
    isDeleted: last('clients.delete') !== undefined,
    isDisabled: last('clients.disable', 'clients.enable')?.action === 'clients.disable',
    ...(withSecrets && { secrets: readSecrets(withSecrets) }),
    limits,
    revokedAt: clientEntries
      .filter(({ action }) => ['clients.revoke-tokens', 'clients.disable'].includes(action))
      .map(({ receivedAt }) => receivedAt),
  };
};

const withLoggedEnd = (secret: ClientSecret, { secrets }: ClientHistory): ClientSecret => {
  if (!secrets || secret.createdAt > secrets.changedAt) return secret;
  const secretId = secretIdOf(secret);
  const endsAt = secrets.ends.has(secretId) ? secrets.ends.get(secretId) : secrets.changedAt;
  return { ...secret, endsAt };
};

/** Restores a missing client, and applies later changes from the log: disabling, limits, ended secrets and revoked tokens. */
export const restoreMissingClient = (copy: ApiClient, history: ClientHistory, now: Instant): MergedClient => {
  const { clientId, tokensRevokedAt = Number.NEGATIVE_INFINITY } = copy;
  const staysDisabled = copy.enabled && history.isDisabled;
  const secrets = copy.secrets.map((secret) => withLoggedEnd(secret, history));
  const ended = copy.secrets.filter((secret, index) => isLive(secret, now) && !isLive(secrets[index] ?? secret, now));
  const revokedAt = history.revokedAt.filter((time) => time > tokensRevokedAt);
  const { allowedIps: _ips, silentAfterHours: _hours, ...unlimited } = copy;
  const client = {
    ...(history.limits ? { ...unlimited, ...history.limits } : copy),
    enabled: copy.enabled && !staysDisabled,
    secrets,
    revocationNumber: copy.revocationNumber + revokedAt.length,
    ...(revokedAt.length > 0 && { tokensRevokedAt: Math.max(...revokedAt) }),
    revision: copy.revision + 1,
  };
  return {
    client,
    refusals: [
      ...(staysDisabled ? [{ reason: 'disabled_client' as const, name: clientId }] : []),
      ...ended.map((secret) => ({ reason: 'ended_secret' as const, name: secretIdOf(secret) })),
    ],
  };
};

/**
 * Gives an existing client the name and scopes of the copy. If the copy is disabled, the client is disabled too, which revokes
 * its tokens. The client keeps its own secrets and revocations.
 */
export const mergeExistingClient = (existing: ApiClient, copy: ApiClient, now: Instant): MergedClient => {
  const { clientId, name, scopes } = copy;
  const isStillLive = (secret: ClientSecret) =>
    liveSecrets(existing, now).some((one) => secretIdOf(one) === secretIdOf(secret));
  const ended = liveSecrets(copy, now).filter((secret) => !isStillLive(secret));
  return {
    client: updateClient(existing, { name, scopes, enabled: existing.enabled && copy.enabled }, now),
    refusals: [
      ...(copy.enabled && !existing.enabled ? [{ reason: 'disabled_client' as const, name: clientId }] : []),
      ...ended.map((secret) => ({ reason: 'ended_secret' as const, name: secretIdOf(secret) })),
    ],
  };
};

type Stores = Pick<RestoreStores, 'apiClients' | 'listAdminEntries' | 'create'>;

export const makeRestoreClients = (
  { apiClients, listAdminEntries, create }: Stores,
  { dryRun, overwrite }: RestoreRules,
  now: Instant,
) => {
  /** The ids of clients that exist after the restore. */
  const restored = new Set<string>();
  const histories = new Map<string, ReturnType<typeof listAdminEntries>>();

  const readHistory = async ({ companyId, clientId }: ApiClient) => {
    const entries = histories.get(companyId) ?? listAdminEntries(companyId);
    histories.set(companyId, entries);
    return readClientHistory(await entries, clientId);
  };

  const overwriteClient = async (live: ApiClient, copy: ApiClient): Promise<ItemOutcome> => {
    const { client, refusals } = mergeExistingClient(live, copy, now);
    const isSame = isDeepStrictEqual(client, live);
    if (!isSame && !dryRun && !(await apiClients.replace(live, client)))
      return refused('changed_meanwhile', copy.clientId);
    return { ...writtenIf(!isSame), refusals };
  };

  return {
    async restoreClient(copy: ApiClient, stored: CopiedItem | undefined): Promise<ItemOutcome> {
      const history = stored === undefined ? await readHistory(copy) : undefined;
      // If the table was lost, its tombstones were lost too, and only the log knows that the client was deleted.
      if (stored?.kind === 'removal' || history?.isDeleted) return refused('deleted_client', copy.clientId);
      restored.add(copy.clientId);
      if (stored?.kind === 'client' && overwrite) return overwriteClient(stored.client, copy);
      if (!history) return writtenIf(false);
      const { client, refusals } = restoreMissingClient(copy, history, now);
      // Another restore might have created the client in the meantime.
      return dryRun || (await apiClients.create(client)) ? { outcome: 'written', refusals } : writtenIf(false);
    },

    /**
     * Restores a family only if it is missing and its client exists. An existing family is never overwritten: the copy is older,
     * and would make refresh tokens that have been used since then valid again.
     */
    async restoreFamily(
      { family: { clientId, familyId, revoked }, item }: Extract<RestorableItem, { kind: 'family' }>,
      stored: CopiedItem | undefined,
    ): Promise<ItemOutcome> {
      if (overwrite && stored?.kind === 'family' && stored.family.revoked && !revoked)
        return refused('revoked_family', familyId);
      if (stored) return writtenIf(false);
      const hasClient = restored.has(clientId) || (await apiClients.find(clientId)) !== undefined;
      return hasClient ? writtenIf(dryRun || (await create('clients', item))) : refused('deleted_client', clientId);
    },
  };
};
