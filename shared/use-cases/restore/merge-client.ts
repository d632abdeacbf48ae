import { parseDateTime, type Instant } from '../../domain/instant.ts';
import type { AdminEntry } from '../../domain/audit-entry.ts';
import type { ApiClient } from '../../domain/api-client.ts';
import { isLive, liveSecrets, secretIdOf, type ClientSecret } from '../../domain/client-secret.ts';
import { updateClient } from '../../domain/client-changes.ts';
import type { Refusal } from './restore-rules.ts';

export interface MergedClient {
  readonly client: ApiClient;
  /** What the restore left disabled or ended. */
  readonly refusals: readonly Refusal[];
}

/** The logged changes of a client since it was copied. Empty if there are none. */
export interface ClientHistory {
  readonly isDeleted: boolean;
  /** Whether the client was disabled last. */
  readonly isDisabled: boolean;
  /** The end of each secret by its id, after the last change of the secrets. Absent if they never changed. */
  readonly secrets?: { readonly changedAt: Instant; readonly ends: ReadonlyMap<string, Instant | undefined> };
  /** The client's limits after their last change. Absent if they never changed. */
  readonly limits?: Pick<ApiClient, 'allowedIps' | 'silentAfterHours'>;
  /** The moments at which its tokens were revoked, or it was disabled, which revokes them too. */
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

/** @param entries newest first, as they were written by the use cases that change clients */
export const readClientHistory = (entries: readonly AdminEntry[], clientId: string): ClientHistory => {
  const own = entries.filter(({ target }) => target['clientId'] === clientId);
  const last = (...actions: readonly string[]) => own.find(({ action }) => actions.includes(action));
  const withSecrets = own.find(({ after }) => Array.isArray(after?.['secrets']));
  const limits = last('clients.change-limits')?.after as ClientHistory['limits'];
  return {
    isDeleted: last('clients.delete') !== undefined,
    isDisabled: last('clients.disable', 'clients.enable')?.action === 'clients.disable',
    ...(withSecrets && { secrets: readSecrets(withSecrets) }),
    limits,
    revokedAt: own
      .filter(({ action }) => ['clients.revoke-tokens', 'clients.disable'].includes(action))
      .map(({ receivedAt }) => receivedAt),
  };
};

/** A secret of the copy, with the end that the log gives it. */
const withLoggedEnd = (secret: ClientSecret, { secrets }: ClientHistory): ClientSecret => {
  if (!secrets || secret.createdAt > secrets.changedAt) return secret;
  const secretId = secretIdOf(secret);
  const endsAt = secrets.ends.has(secretId) ? secrets.ends.get(secretId) : secrets.changedAt;
  return { ...secret, endsAt };
};

/**
 * Restores a deleted client, never with more access than it had according to the log: it stays disabled, ended secrets stay
 * ended, and revoked tokens stay revoked.
 */
export const restoreMissingClient = (copy: ApiClient, history: ClientHistory, now: Instant): MergedClient => {
  const { clientId, tokensRevokedAt = Number.NEGATIVE_INFINITY } = copy;
  const staysDisabled = copy.enabled && history.isDisabled;
  const secrets = copy.secrets.map((secret) => withLoggedEnd(secret, history));
  const ended = copy.secrets.filter((secret, index) => isLive(secret, now) && !isLive(secrets[index] ?? secret, now));
  const revokedAt = history.revokedAt.filter((moment) => moment > tokensRevokedAt);
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
 * Merges an existing client with its copy, when it is to be overwritten: name and scopes come from the copy, and the client is
 * disabled if the copy is, which revokes its tokens. Its secrets and revocations stay as they are.
 */
export const mergeLiveClient = (live: ApiClient, copy: ApiClient, now: Instant): MergedClient => {
  const { clientId, name, scopes } = copy;
  const isStillLive = (secret: ClientSecret) =>
    liveSecrets(live, now).some((one) => secretIdOf(one) === secretIdOf(secret));
  const ended = liveSecrets(copy, now).filter((secret) => !isStillLive(secret));
  return {
    client: updateClient(live, { name, scopes, enabled: live.enabled && copy.enabled }, now),
    refusals: [
      ...(copy.enabled && !live.enabled ? [{ reason: 'disabled_client' as const, name: clientId }] : []),
      ...ended.map((secret) => ({ reason: 'ended_secret' as const, name: secretIdOf(secret) })),
    ],
  };
};
