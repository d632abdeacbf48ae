import { setTimeout as sleep } from 'node:timers/promises';
import { openAdministrationStores } from '../../../shared/adapters/dynamodb/administration-stores.ts';
import { makePublicKeyStore } from '../../../shared/adapters/dynamodb/public-key-store.ts';
import { makeRecoveryStore } from '../../../shared/adapters/dynamodb/recovery-store.ts';
import { makeKeySecret } from '../../../shared/adapters/secrets-manager/key-secret.ts';
import { routes } from '../../../shared/routes.ts';
import type { DeliveryKind } from '../../../shared/use-cases/deliveries/replay.ts';
import { resolveTarget, type Target, type TargetOptions } from './connect.ts';

const PUBLISH_TIMEOUT_MILLISECONDS = 5_000;

const POLL_MILLISECONDS = 500;

/**
 * Requests the public keys until they include the new one, because this makes `auth` publish it. The first response may lack it,
 * because `auth` reads its keys at most once a second.
 * @throws Error if the API does not respond with the key in time
 */
const publishKey = async (apiUrl: string, keyId: string): Promise<void> => {
  const signal = AbortSignal.timeout(PUBLISH_TIMEOUT_MILLISECONDS);
  for (;;) {
    const response = await fetch(apiUrl + routes.jwks.path, { signal });
    if (!response.ok) throw new Error(`${apiUrl} responded with ${response.status}`);
    if ((await response.text()).includes(keyId)) return;
    await sleep(POLL_MILLISECONDS, undefined, { signal });
  }
};

/** The stores of a service. Further AWS clients are loaded only by commands that need them. */
export const storesOf = (target: Target, options: TargetOptions) => {
  const { apiUrl, database, tableNames, secrets, keySecret, lifetimes, retention, deliveries, endpointPrefix, close } =
    target;
  return {
    ...openAdministrationStores(database, tableNames, retention),
    publicKeys: makePublicKeyStore(database, tableNames.signingKeys),
    signingKey: makeKeySecret(secrets, keySecret),
    lifetimes,
    endpointPrefix,
    /** Makes the service publish a new key now, instead of at the next log-in. */
    publishKey: apiUrl === undefined ? undefined : (keyId: string) => publishKey(apiUrl, keyId),
    findConsole: async () => (await import('./find-console.ts')).findConsole(options),
    /**
     * Connects to the failed deliveries of a deployed stack. Resolves to undefined if there is no queue of failures, because the
     * service is local or the stage has no event bus.
     */
    connectReplay: async (kind: DeliveryKind) => {
      const delivery = deliveries[kind];
      return delivery && (await import('./connect-replay.ts')).connectReplay(delivery);
    },
    recovery: makeRecoveryStore(database, tableNames, retention.retentionDays),
    close,
  };
};

export type Stores = ReturnType<typeof storesOf>;

export const openStores = async (options: TargetOptions): Promise<Stores> =>
  storesOf(await resolveTarget(options), options);
