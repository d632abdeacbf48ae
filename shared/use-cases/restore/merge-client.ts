import { parseDateTime, type Instant } from '../../domain/instant.ts';
import type { AdminEntry } from '../../domain/activity-log.ts';
import type { ApiClient } from '../../domain/api-client.ts';
import { isLive, liveSecrets, secretIdOf, type ClientSecret } from '../../domain/client-secret.ts';
import type { Refusal, Revivals } from './restore-rules.ts';

export interface MergedClient {
  readonly client: ApiClient;
  /** What stays disabled or ended. */
  readonly refusals: readonly Refusal[];
}

/** What the log says of a client since it was copied. Empty if the log says nothing, as in version 1.0. */
export interface ClientHistory {
  readonly isDeleted: boolean;
  /** The last change was that it was disabled. */
  readonly isDisabled: boolean;
  /** The secrets after the last change of them: until when each lives, by its id. Absent: they never changed. */
  readonly secrets?: { readonly changedAt: Instant; readonly ends: ReadonlyMap<string, Instant | undefined> };
  /** When its tokens were revoked, each time. */
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
    revokedAt: own.filter(({ action }) => action === 'clients.revoke-tokens').map(({ receivedAt }) => receivedAt),
  };
};

/** A secret of the copy as the log leaves it. */
const endAsLogged = (secret: ClientSecret, { secrets }: ClientHistory): ClientSecret => {
  if (!secrets || secret.createdAt > secrets.changedAt) return secret;
  const secretId = secretIdOf(secret);
  const endsAt = secrets.ends.has(secretId) ? secrets.ends.get(secretId) : secrets.changedAt;
  const { endsAt: _, ...endless } = secret;
  return endsAt === undefined ? endless : { ...endless, endsAt };
};

/**
 * A deleted client as it is restored: never with more access than the log gives it. It stays disabled and its
 * secrets stay ended if the log says so, and revoked tokens stay revoked.
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
    revive.secrets.has(secretIdOf(secret)) ? secret : endAsLogged(secret, history),
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

const MOST_SECRETS = 2;

/** Secrets of the live client, with those of the copy that are named; the older first. */
const mergeSecrets = (live: ApiClient, copy: ApiClient, revive: Revivals, now: Instant) => {
  const isLiveNow = (secret: ClientSecret) =>
    liveSecrets(live, now).some((one) => secretIdOf(one) === secretIdOf(secret));
  const ended = liveSecrets(copy, now).filter((secret) => !isLiveNow(secret));
  const named = ended.filter((secret) => revive.secrets.has(secretIdOf(secret)));
  const kept = ended.filter((secret) => !named.includes(secret));
  const all = [...named, ...liveSecrets(live, now)].toSorted((one, other) => one.createdAt - other.createdAt);
  const fits = all.length <= MOST_SECRETS;
  const refusals: Refusal[] = [
    ...kept.map((secret) => ({ reason: 'ended_secret' as const, name: secretIdOf(secret) })),
    ...(fits ? [] : named.map((secret) => ({ reason: 'two_live_secrets' as const, name: secretIdOf(secret) }))),
  ];
  return { secrets: named.length > 0 && fits ? all : live.secrets, refusals };
};

/**
 * An existing client, merged with its copy: with `overwrite` its name and scopes come from the copy, and it is
 * disabled if the copy is. Its secrets and revocations stay as they are. What is named comes back without `overwrite` too.
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
  const client = { ...live, name, scopes, secrets, enabled: enables || (live.enabled && (copy.enabled || !overwrite)) };
  const staysDisabled = wouldEnable && !enables;
  const all: Refusal[] = [
    ...(staysDisabled ? [{ reason: 'disabled_client' as const, name: clientId }] : []),
    ...refusals,
  ];
  // Without `overwrite` an existing client is not changed, and only named items are reported.
  return { client, refusals: overwrite ? all : all.filter(({ reason }) => reason === 'two_live_secrets') };
};
