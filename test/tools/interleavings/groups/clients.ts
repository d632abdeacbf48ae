import { digestSecret, secretIdOf } from '../../../../shared/domain/client-secret.ts';
import {
  deleteClient,
  endClientSecret,
  revokeClientTokens,
  rotateClientSecret,
  updateApiClient,
} from '../../../../shared/use-cases/clients/change-client.ts';
import type { Actor } from '../actor.ts';
import { administer, gate } from '../company.ts';
import { HOUR, type World } from '../world.ts';

const target = { clientId: gate.clientId };

/** @param isChanged whether the client has the change; not called if the client was deleted */
const storing = (isChanged: (client: typeof gate, value: unknown) => boolean) => ({
  isStored: ({ database }: World, value: unknown): boolean => {
    const client = database.items('apiClients').find(({ item, deletedAt }) => item === 'client' && !deletedAt);
    return client === undefined || isChanged(client as unknown as typeof gate, value);
  },
});

/** For actors that end the access of all who use the client, until they log in again. */
const endsAccess = { ends: ['one', 'other', 'gate', 'north', 'keyless', 'reader', 'move'], excuses: true } as const;

export const disable = administer(
  'disable',
  async (context) => (await updateApiClient(context, target, { enabled: false })).enabled,
  { ...endsAccess, ...storing(({ enabled }) => !enabled) },
);
export const revoke = administer(
  'revoke',
  async (context) => (await revokeClientTokens(context, target)).client.revocationNumber,
  { ...endsAccess, ...storing(({ revocationNumber }) => revocationNumber > 0) },
);
export const rename = administer(
  'rename',
  async (context) => (await updateApiClient(context, target, { name: 'North' })).name,
  storing(({ name }) => name === 'North'),
);
export const remove = administer('delete', (context) => deleteClient(context, target), {
  ...endsAccess,
  ...storing(() => false),
});
/** Adds a secret. The existing secret stays valid for an hour. */
export const rotate = (name: string): Actor =>
  administer(
    name,
    async (context) => (await rotateClientSecret(context, target, { graceMilliseconds: HOUR })).clientSecret,
    storing(
      ({ secrets }, secret) =>
        secrets[0]?.digest === 'digest-1' && secrets.some(({ digest }) => digest === digestSecret(String(secret))),
    ),
  );
/** Ends the first secret of a client that has two. */
export const endFirst = administer(
  'end-first',
  (context) => endClientSecret(context, target, secretIdOf({ digest: 'digest-1' })),
  storing(({ secrets }) => secrets.every(({ digest }) => digest !== 'digest-1')),
);
