import { parseDateTime, type Instant } from '../../domain/instant.ts';
import type { AdminEntry } from '../../domain/audit-entry.ts';
import type { ApiClient } from '../../domain/api-client.ts';
import { isLive, liveSecrets, secretIdOf, type ClientSecret } from '../../domain/client-secret.ts';
import { updateClient } from '../../domain/client-changes.ts';
import type { Refusal, Revivals } from './restore-rules.ts';

export interface MergedClient {
  readonly client: ApiClient;
  /** What was left disabled or ended. */
  readonly refusals: readonly Refusal[];
}

/** The logged changes of a client since it was copied. Empty if there are none. */
export interface ClientHistory {
  readonly isDeleted: boolean;
  /** Whether the client was disabled last. */
  readonly isDisabled: boolean;
  /** The end of each secret by its id, after the last change of the secrets. Absent if they never changed. */
  readonly secrets?: { readonly changedAt: Instant; readonly ends: ReadonlyMap<string, Instant | undefined> };
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
  return {
    isDeleted: last('clients.delete') !== undefined,
    isDisabled: last('clients.disable', 'clients.enable')?.action === 'clients.disable',
    ...(withSecrets && { secrets: readSecrets(withSecrets) }),
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
export const restoreMissingClient = (
  copy: ApiClient,
  history: ClientHistory,
  revive: Revivals,
  now: Instant,
): MergedClient => {
  const { clientId, tokensRevokedAt = Number.NEGATIVE_INFINITY } = copy;
  const staysDisabled = copy.enabled && history.isDisabled && !revive.clients.has(clientId);
  const secrets = copy.secrets.map((secret) =>
    revive.secrets.has(secretIdOf(secret)) ? secret : withLoggedEnd(secret, history),
  );
  const ended = copy.secrets.filter((secret, index) => isLive(secret, now) && !isLive(secrets[index] ?? secret, now));
  const revokedAt = history.revokedAt.filter((moment) => moment > tokensRevokedAt);
  const client = {
    ...copy,
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

const MAX_LIVE_SECRETS = 2;

/** The secrets of the existing client and the named ones of the copy; the older first. */
const mergeSecrets = (live: ApiClient, copy: ApiClient, revive: Revivals, now: Instant) => {
  const isStillLive = (secret: ClientSecret) =>
    liveSecrets(live, now).some((one) => secretIdOf(one) === secretIdOf(secret));
  const ended = liveSecrets(copy, now).filter((secret) => !isStillLive(secret));
  const named = ended.filter((secret) => revive.secrets.has(secretIdOf(secret)));
  const kept = ended.filter((secret) => !named.includes(secret));
  const all = [...named, ...liveSecrets(live, now)].toSorted((one, other) => one.createdAt - other.createdAt);
  const fits = all.length <= MAX_LIVE_SECRETS;
  const refusals: Refusal[] = [
    ...kept.map((secret) => ({ reason: 'ended_secret' as const, name: secretIdOf(secret) })),
    ...(fits ? [] : named.map((secret) => ({ reason: 'two_live_secrets' as const, name: secretIdOf(secret) }))),
  ];
  return { secrets: named.length > 0 && fits ? all : live.secrets, refusals };
};

/**
 * Merges an existing client with its copy. With `overwrite`, name and scopes come from the copy, and the client is disabled if
 * the copy is, which revokes its tokens. Its secrets and revocations stay as they are. Items that the operator named are restored without `overwrite` too.
 */
export const mergeLiveClient = (
  live: ApiClient,
  copy: ApiClient,
  { overwrite, revive }: { readonly overwrite: boolean; readonly revive: Revivals },
  now: Instant,
): MergedClient => {
  const { clientId } = copy;
  const wouldEnable = copy.enabled && !live.enabled;
  const enables = wouldEnable && revive.clients.has(clientId);
  const { secrets, refusals } = mergeSecrets(live, copy, revive, now);
  const { name, scopes } = overwrite ? copy : live;
  const enabled = enables || (live.enabled && (copy.enabled || !overwrite));
  const client = { ...updateClient(live, { name, scopes, enabled }, now), secrets };
  const staysDisabled = wouldEnable && !enables;
  const all: Refusal[] = [
    ...(staysDisabled ? [{ reason: 'disabled_client' as const, name: clientId }] : []),
    ...refusals,
  ];
  // Without `overwrite` an existing client is not changed, and only named items are reported.
  return { client, refusals: overwrite ? all : all.filter(({ reason }) => reason === 'two_live_secrets') };
};
