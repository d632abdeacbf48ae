import type { ApiClient, ClientWithSecret } from './api-client.ts';
import {
  createSecret,
  isLive,
  liveSecrets,
  secretIdOf,
  withEnd,
  type ClientSecret,
  type NewSecretOptions,
} from './client-secret.ts';
import type { Instant } from './instant.ts';
import { sortScopes, type Scope } from '../rules/api-clients.ts';
import { UseCaseError } from './use-case-error.ts';
import { defined } from '../rules/plain-values.ts';

const twoLiveSecrets = ({ clientId }: ApiClient, older: ClientSecret): UseCaseError =>
  new UseCaseError('two_live_secrets', {
    clientId,
    secretId: secretIdOf(older),
    last4: older.last4,
    endsAt: older.endsAt,
  });

export interface RotationOptions extends NewSecretOptions {
  /** How long the current secret stays valid. With 0, it ends at once. */
  readonly graceMilliseconds: number;
  /** If two secrets are live, ends the older one instead of failing. */
  readonly force?: boolean;
}

export interface RotatedClient extends ClientWithSecret {
  readonly oldSecretEndsAt: Instant;
}

const earliest = (one: Instant | undefined, other: Instant): Instant =>
  one === undefined ? other : Math.min(one, other);

/** Adds a new secret, and sets when the current one ends. @throws UseCaseError `two_live_secrets`, unless `force` */
export const rotateSecret = (
  client: ApiClient,
  { graceMilliseconds, force = false, ...secretOptions }: RotationOptions,
  now: Instant,
): RotatedClient => {
  const live = liveSecrets(client, now);
  const [older, newer] = live;
  if (older && newer && !force) throw twoLiveSecrets(client, older);
  const { clientSecret, secret } = createSecret(now, secretOptions);
  const graceEndsAt = now + graceMilliseconds;
  const current = live.at(-1);
  const ending = current && withEnd(current, earliest(current.endsAt, graceEndsAt), now);
  // Without a grace period, the current secret has just ended.
  const kept = ending && isLive(ending, now) ? [ending] : [];
  return {
    client: { ...client, secrets: [...kept, secret] },
    clientSecret,
    oldSecretEndsAt: ending?.endsAt ?? graceEndsAt,
  };
};

const findLiveSecret = (client: ApiClient, secretId: string, now: Instant): ClientSecret => {
  const found = liveSecrets(client, now).find((secret) => secretIdOf(secret) === secretId);
  if (!found) throw new UseCaseError('secret_not_found', { clientId: client.clientId, secretId });
  return found;
};

/**
 * Ends one of two live secrets. The other secret then stays valid until it expires, or forever if it never expires.
 * @throws UseCaseError `secret_not_found`, `last_live_secret`
 */
export const endSecret = (client: ApiClient, secretId: string, now: Instant): { client: ApiClient } => {
  const ended = findLiveSecret(client, secretId, now);
  const remaining = liveSecrets(client, now).filter((secret) => secret !== ended);
  if (remaining.length === 0) throw new UseCaseError('last_live_secret', { clientId: client.clientId, secretId });
  return { client: { ...client, secrets: remaining.map((secret) => withEnd(secret, secret.expiresAt, now)) } };
};

export const revokeTokens = (client: ApiClient, now: Instant): ApiClient => ({
  ...client,
  revocationNumber: client.revocationNumber + 1,
  tokensRevokedAt: now,
});

export interface ClientUpdate {
  readonly name?: string;
  readonly enabled?: boolean;
  readonly scopes?: readonly Scope[];
  /** With `null`, the client may call from anywhere. */
  readonly allowedIps?: readonly string[] | null;
  /** With `null`, the client never counts as silent. */
  readonly silentAfterHours?: number | null;
}

/** Enabling or disabling a client, or changing its `silentAfterHours`, restarts the count of silent hours. */
const restartWatchIfChanged = (before: ApiClient, after: ApiClient, now: Instant): ApiClient => {
  const isWatched = after.enabled && after.silentAfterHours !== undefined;
  const isSameWatch = before.enabled === after.enabled && before.silentAfterHours === after.silentAfterHours;
  return isSameWatch ? after : { ...after, silentSince: undefined, watchedSince: isWatched ? now : undefined };
};

/** Disabling a client revokes its tokens, so that they stay invalid when it is enabled again. */
export const updateClient = (
  client: ApiClient,
  {
    scopes = client.scopes,
    allowedIps = client.allowedIps,
    silentAfterHours = client.silentAfterHours,
    ...update
  }: ClientUpdate,
  now: Instant,
): ApiClient => {
  const changed: ApiClient = {
    ...client,
    ...defined(update),
    scopes: sortScopes(scopes),
    allowedIps: allowedIps?.length ? allowedIps : undefined,
    silentAfterHours: silentAfterHours ?? undefined,
  };
  const updated = defined(restartWatchIfChanged(client, changed, now));
  return client.enabled && !updated.enabled ? revokeTokens(updated, now) : updated;
};
