import { digestSecret, secretIdOf } from '../../../../shared/domain/client-secret.ts';
import {
  endClientSecret,
  rotateClientSecret,
  deleteClient,
  revokeClientTokens,
  updateApiClient,
} from '../../../../shared/use-cases/clients/change-client.ts';
import { HOUR, type Environment } from '../environment.ts';
import type { Actor } from '../scenario.ts';
import { administer, gate } from './company.ts';

/** Returns the client, or undefined if it was deleted. */
export const clientOf = ({ database }: Environment): typeof gate | undefined =>
  database.items('apiClients').find(({ item, deletedAt }) => item === 'client' && !deletedAt) as
    | typeof gate
    | undefined;

const target = { clientId: gate.clientId };

/** The names of the actors that use the client. */
const clientUsers = ['one', 'other', 'gate', 'north', 'keyless', 'reader', 'move'];

/** @param isChanged whether the client has the change; not called if the client was deleted */
const storing = (isChanged: (client: typeof gate, value: unknown) => boolean) => ({
  isChangeStored: (environment: Environment, value: unknown): boolean => {
    const client = clientOf(environment);
    return client === undefined || isChanged(client, value);
  },
});

/** For actors that end the access of all `clientUsers`. The service rejects these until they log in again. */
const endsAccess = { ends: clientUsers, excuses: [...clientUsers, 'log-in-and-refresh'] };

export const disable = administer(
  'disable',
  async (context) => (await updateApiClient(context, target, { enabled: false })).enabled,
  { ...endsAccess, ...storing(({ enabled }) => !enabled) },
);
export const rename = administer(
  'rename',
  async (context) => (await updateApiClient(context, target, { name: 'North' })).name,
  storing(({ name }) => name === 'North'),
);
export const revoke = administer(
  'revoke',
  async (context) => (await revokeClientTokens(context, target)).client.revocationNumber,
  { ...endsAccess, ...storing(({ revocationNumber }) => revocationNumber > 0) },
);
export const remove = administer('delete', (context) => deleteClient(context, target), {
  ...endsAccess,
  isChangeStored: (environment) => clientOf(environment) === undefined,
});
const isLive = ({ secrets }: typeof gate, secret: unknown): boolean =>
  secrets.some(({ digest }) => digest === digestSecret(String(secret)));
/** Adds a secret. The existing secret stays valid for an hour. */
export const rotate = (name: string): Actor =>
  administer(
    name,
    async (context) => (await rotateClientSecret(context, target, { graceMilliseconds: HOUR })).clientSecret,
    storing((client, secret) => isLive(client, secret) && client.secrets[0]?.digest === 'digest-1'),
  );
/** Ends the first secret of a client that has two. */
export const endFirst = administer(
  'end-first',
  (context) => endClientSecret(context, target, secretIdOf({ digest: 'digest-1' })),
  storing(({ secrets }) => secrets.every(({ digest }) => digest !== 'digest-1')),
);
