import { digestSecret } from '../../../../shared/domain/client-secret.ts';
import { HOUR } from '../../../../shared/domain/instant.ts';
import {
  deleteClient,
  revokeClientTokens,
  rotateClientSecret,
  updateApiClient,
} from '../../../../shared/use-cases/clients/change-client.ts';
import type { Actor } from '../actor.ts';
import { administer, gate } from '../company.ts';
import type { World } from '../world.ts';

const target = { clientId: gate.clientId };

/** @param isChanged whether the client has the change; not called if the client was deleted */
const storing = (isChanged: (client: typeof gate, value: unknown) => boolean) => ({
  isStored: ({ database }: World, value: unknown): boolean => {
    const client = database.items('apiClients').find(({ item, deletedAt }) => item === 'client' && !deletedAt);
    return client === undefined || isChanged(client as unknown as typeof gate, value);
  },
});

/** For actors that end the access of all who use the client, until they log in again. */
const endsAccess = { ends: ['one', 'other', 'gate', 'north', 'keyless', 'reader', 'move'] } as const;

export const disable = administer('disable', (context) => updateApiClient(context, target, { enabled: false }), {
  ...endsAccess,
  ...storing(({ enabled }) => !enabled),
});

/** Adds a secret. The existing secret stays valid for an hour. */
const rotate = (name: string): Actor =>
  administer(
    name,
    async (context) => (await rotateClientSecret(context, target, { graceMilliseconds: HOUR })).clientSecret,
    storing(({ secrets }, secret) => secrets.some(({ digest }) => digest === digestSecret(String(secret)))),
  );

/** Administrators who change the client. */
export const clientChanges: readonly Actor[] = [
  disable,
  administer('revoke', (context) => revokeClientTokens(context, target), {
    ...endsAccess,
    ...storing(({ revocationNumber }) => revocationNumber > 0),
  }),
  administer(
    'rename',
    (context) => updateApiClient(context, target, { name: 'North' }),
    storing(({ name }) => name === 'North'),
  ),
  administer('delete', (context) => deleteClient(context, target), { ...endsAccess, ...storing(() => false) }),
  rotate('rotate'),
  rotate('rotate-too'),
];
