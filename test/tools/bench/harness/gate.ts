import { routes } from '../../../../shared/routes.ts';
import { bearer, sendAll, type Request } from './load.ts';
import type { Server } from './process.ts';
import { CHECKIN_AT, type World } from './world.ts';

export interface CheckinServer extends Server {
  readonly token: string;
}

export const toRequest = ({ token }: CheckinServer, swipe: { id: number; key?: string }): Request => ({
  ...routes.checkin,
  headers: { ...bearer(token), ...(swipe.key !== undefined && { 'idempotency-key': swipe.key }) },
  body: JSON.stringify({ id: swipe.id, date: new Date(CHECKIN_AT).toISOString() }),
  status: 200,
});

export const logInAt = async (server: Server, { client }: Pick<World, 'client'>): Promise<CheckinServer> => {
  const { clientId, clientSecret } = client;
  const body = JSON.stringify({ clientId, clientSecret });
  const { bodies } = await sendAll(server, [{ ...routes.auth, headers: {}, body, status: 201 }]);
  return { ...server, token: (JSON.parse(bodies[0] as string) as { accessToken: string }).accessToken };
};
