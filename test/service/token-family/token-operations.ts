import { randomUUID } from 'node:crypto';
import { authenticate } from '../../../functions/auth/auth.ts';
import { refresh } from '../../../functions/refresh/refresh.ts';
import { makeApiClientRegistry } from '../../../shared/adapters/dynamodb/api-client-store.ts';
import { makePublicKeyStore } from '../../../shared/adapters/dynamodb/public-key-store.ts';
import { makePublishingKeys } from '../../../shared/adapters/keys/access-keys.ts';
import { makePublicKeys } from '../../../shared/adapters/keys/public-keys.ts';
import { makeRefreshKeys } from '../../../shared/adapters/keys/refresh-keys.ts';
import type { SecretVersion } from '../../../shared/adapters/secrets-manager/secret-versions.ts';
import { makeTokenFamilyStore } from '../../../shared/adapters/dynamodb/token-family-store.ts';
import { makeTokenMint } from '../../../shared/adapters/jwt/token-mint.ts';
import { makeAccessTokenVerifier, makeRefreshTokenVerifier } from '../../../shared/adapters/jwt/token-verifier.ts';
import { createApiClient, isActiveClient, type ApiClient } from '../../../shared/domain/api-client.ts';
import { revokeTokens, rotateSecret, updateClient } from '../../../shared/domain/client-changes.ts';
import { ServiceError } from '../../../shared/domain/service-error.ts';
import type { TokenSet } from '../../../shared/domain/token-mint.ts';
import type { HttpResponse } from '../../../shared/http/response.ts';
import type { ApiRequest } from '../../../shared/http/api-request.ts';
import type { AddToLog } from '../../../shared/http/log-details.ts';
import type { TestDatabase } from '../../support/open-database.ts';

export const rules = { accessTokenSeconds: 3_600, refreshTokenSeconds: 7 * 86_400, refreshGraceSeconds: 60 };
const tokenIssuer = 'https://checkin.example';

/** The outcome of an operation: its token set, or the code of its error. */
export interface Outcome {
  readonly tokens?: TokenSet;
  readonly code?: string;
  readonly isSecurityEvent: boolean;
}

export interface Clock {
  now: number;
}

/** A secret with two versions of a signing key, like in Secrets Manager. */
const makeKeySecret = ({ now }: Clock) => {
  const aVersion = (createdAt: number): SecretVersion => ({ keyId: randomUUID(), secret: randomUUID(), createdAt });
  let versions: readonly [SecretVersion, SecretVersion?] = [aVersion(now)];
  return {
    read: async () => versions,
    rotate(at: number): void {
      versions = [aVersion(at), versions[0]];
    },
  };
};

const observe = async (operation: (log: AddToLog) => Promise<HttpResponse>): Promise<Outcome> => {
  let isSecurityEvent = false;
  const log: AddToLog = (report) => {
    isSecurityEvent ||= report.isSecurityEvent === true;
  };
  try {
    const { body } = await operation(log);
    return { tokens: body as TokenSet, isSecurityEvent };
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, isSecurityEvent };
    throw error;
  }
};

const toRequest = (request: Partial<ApiRequest>): ApiRequest => request as ApiRequest;

/** The real operations for an API client on a real database, with a clock that a test sets and keys that it can rotate. */
export const openTokenOperations = async ({ database, tableNames }: TestDatabase, clock: Clock) => {
  const now = () => clock.now;
  const created = createApiClient({ companyId: 'acme', name: 'Gate' }, now());
  const { clientId } = created.client;
  const keySecrets = { access: makeKeySecret(clock), refresh: makeKeySecret(clock) };
  // Waiting for a permitted read takes no time here.
  const keyClock = { now, pause: async () => undefined };
  const registry = makePublicKeyStore(database, tableNames.signingKeys);
  const keys = {
    access: makePublishingKeys({ ...rules, readVersions: keySecrets.access.read, registry, clock: keyClock }),
    refresh: makeRefreshKeys(keySecrets.refresh.read, keyClock),
  };
  const settings = (lifetimeSeconds: number) => ({ tokenIssuer, lifetimeSeconds });
  const verifyAccess = makeAccessTokenVerifier(
    makePublicKeys(registry, keyClock),
    settings(rules.accessTokenSeconds),
    now,
  );
  const clients = makeApiClientRegistry(database, tableNames, 400);
  const parts = {
    clients,
    families: makeTokenFamilyStore(database, tableNames.apiClients),
    mint: makeTokenMint(keys, { tokenIssuer, ...rules }),
    verify: makeRefreshTokenVerifier(keys.refresh, settings(rules.refreshTokenSeconds), now),
    rules,
    now,
  };
  const change = async (changed: (client: ApiClient) => ApiClient): Promise<void> => {
    const before = (await clients.find(clientId)) as ApiClient;
    if (!(await clients.replace(before, changed(before)))) throw new Error('somebody else changed the client');
  };
  await clients.create(created.client);

  return {
    firstSecret: created.clientSecret,
    logIn: (clientSecret: string): Promise<Outcome> =>
      observe((log) => authenticate(toRequest({ body: { clientId, clientSecret } }), { ...parts, log })),
    refresh: (token: string): Promise<Outcome> =>
      observe((log) => refresh(toRequest({ headers: { authorization: `Bearer ${token}` } }), { ...parts, log })),
    /** Whether an access token is accepted now. */
    async serves(token: string): Promise<boolean> {
      const caller = await verifyAccess(token).catch((error: unknown) => {
        if (error instanceof ServiceError && ['token_expired', 'token_invalid'].includes(error.code)) return undefined;
        throw error;
      });
      return caller !== undefined && isActiveClient(await clients.find(clientId), caller);
    },
    setEnabled: (enabled: boolean) => change((client) => updateClient(client, { enabled }, now())),
    /** @returns the new secret */
    async rotateSecret(graceMilliseconds: number): Promise<string> {
      let secret = '';
      await change((before) => {
        const { client, clientSecret } = rotateSecret(before, { graceMilliseconds, force: true }, now());
        secret = clientSecret;
        return client;
      });
      return secret;
    },
    revokeTokens: () => change((client) => revokeTokens(client, now())),
    /** Rotates and publishes, as the command does. */
    async rotateKeys(): Promise<void> {
      keySecrets.access.rotate(now());
      keySecrets.refresh.rotate(now());
      await keys.access.verifying();
    },
  };
};

export type TokenOperations = Awaited<ReturnType<typeof openTokenOperations>>;
