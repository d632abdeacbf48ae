import type { ApiClient } from '../../../shared/domain/api-client.ts';
import type { Actor as Administrator } from '../../../shared/domain/audit-entry.ts';
import { HOUR } from '../../../shared/domain/instant.ts';
import type { Caller } from '../../../shared/domain/tokens.ts';
import type { Actor, Context, Stores } from './actor.ts';
import { NOON } from './world.ts';

/** The company of all groups, with one user, one API client and one administrator. */
export const company = 'acme';
export const user = { companyId: company, userId: 1 };
export const administrator: Administrator = { through: 'cli', id: 'ana' };

export const gate: ApiClient = {
  clientId: 'gate',
  companyId: company,
  name: 'Gate',
  enabled: true,
  createdAt: NOON - HOUR,
  scopes: ['checkin', 'sync'],
  secrets: [{ digest: 'digest-1', last4: 'est1', createdAt: NOON - HOUR }],
  revocationNumber: 0,
  revision: 1,
};

export const caller = {
  clientId: gate.clientId,
  companyId: company,
  scopes: gate.scopes,
  revocationNumber: 0,
  sourceIp: '192.0.2.7',
} satisfies Caller;

/** Creates the client, the user with the uid `E-1`, and bookings of the user that are open at noon. */
export const prepareCompany =
  (...bookingIds: readonly string[]) =>
  async ({ clients, users, bookings }: Stores): Promise<void> => {
    await clients.create(gate);
    await users.save({ companyId: company, id: user.userId, uid: 'E-1' });
    const period = { checkinOpensAt: NOON - HOUR, noShowAt: NOON + HOUR };
    for (const bookingId of bookingIds)
      await bookings.save({ user, bookingId, kind: 'position', name: 'Desk', ...period });
  };

/** The context of the use cases for administrators. */
const administrating = (context: Context) => ({ ...context, apiClients: context.clients, actor: administrator });

/** An administrator who makes one change. The value of the attempt is what `act` resolves with. */
export const administer = (
  name: string,
  act: (context: ReturnType<typeof administrating>) => Promise<unknown>,
  more: Partial<Actor> = {},
): Actor => ({
  name,
  isAudited: true,
  changes: () => 1,
  request: (context) => act(administrating(context)),
  ...more,
});
