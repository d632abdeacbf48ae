import { setTimeout as sleep } from 'node:timers/promises';
import { ThrottlingException } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { routes, type RouteId } from '../../shared/routes.ts';
import { interceptDatabase } from '../support/intercept-database.ts';
import { takeErrors } from '../support/run/service-log.ts';
import { bearer, get, logInBy, post, type TokenSet } from '../support/running-service.ts';
import { useServiceInMemory } from '../support/use-service.ts';

const moment = '2026-11-21T08:00:00Z';
const booking = { bookingId: 'b', userId: 1 };

/** A valid body for each route that takes JSON. */
const bodies = {
  auth: { clientId: 'ckc_nobody', clientSecret: 'cks_wrong' },
  checkin: { id: 1 },
  batch: { items: [{ key: 'k', id: 1, date: moment }] },
  syncUsers: { items: [{ id: 1 }] },
  syncBookings: {
    items: [{ ...booking, kind: 'position', checkinOpensAt: moment, noShowAt: '2026-11-21T09:00:00Z' }],
  },
  readBookings: { items: [booking] },
} satisfies Record<Exclude<RouteId, 'jwks' | 'oauthToken' | 'oauthMetadata' | 'refresh'>, object>;

const ids = Object.keys(bodies) as (keyof typeof bodies)[];
const idsWithToken = ids.filter((id) => id !== 'auth');

const service = useServiceInMemory();
let tokens: TokenSet;
let isDatabaseAvailable = true;
let slowCommand = '';
let callsInFlight = 0;

beforeAll(async () => {
  tokens = await service.logIn(await service.aClient(undefined, ['checkin', 'sync']));
  interceptDatabase(async ({ constructor }, send) => {
    if (!isDatabaseAvailable) throw new ThrottlingException({ message: 'too many', $metadata: {} });
    callsInFlight += 1;
    if (constructor.name === slowCommand) await sleep(50);
    return send().finally(() => (callsInFlight -= 1));
  });
});

const send = async (id: keyof typeof bodies, body: unknown, headers: object = bearer(tokens.accessToken)) => {
  const response = await post(`${service.url}${routes[id].path}`, body, { ...headers });
  return { status: response.status, code: response.body.code, retryAfter: response.headers.get('retry-after') };
};

describe.each(ids)('The route %s', (id) => {
  it('accepts a body of up to 16 KiB, or 256 KiB if it is a list', async () => {
    const body = JSON.stringify(bodies[id]);
    const maxBytes = ('items' in bodies[id] ? 256 : 16) * 1024;
    expect(await send(id, body.padEnd(maxBytes))).toEqual(await send(id, body));
    expect(await send(id, body.padEnd(maxBytes + 1))).toMatchObject({ status: 413, code: 'body_too_large' });
  });

  it('accepts only a JSON object', async () => {
    expect(await send(id, 'null')).toMatchObject({ status: 400, code: 'invalid_body' });
    const headers = { ...bearer(tokens.accessToken), 'Content-Type': 'text/plain' };
    expect(await send(id, bodies[id], headers)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  });

  it('accepts a byte order mark, but no compressed body', async () => {
    const body = JSON.stringify(bodies[id]);
    const response = await send(id, body);
    for (const type of ['application/json', 'application/vnd.api+json']) {
      const headers = { ...bearer(tokens.accessToken), 'Content-Type': type };
      expect(await send(id, `\uFEFF${body}`, headers)).toEqual(response);
      expect(await send(id, body, { ...headers, 'Content-Encoding': 'gzip' })).toMatchObject({
        status: 415,
        code: 'unsupported_media_type',
      });
    }
  });

  it('responds with 503 and Retry-After while the database is unavailable', async () => {
    isDatabaseAvailable = false;
    const response = await send(id, bodies[id]).finally(() => (isDatabaseAvailable = true));
    expect(response).toEqual({ status: 503, code: 'dependency_unavailable', retryAfter: '1' });
    expect(takeErrors()).toEqual([`${routes[id].functionName} 503`]);
  });
});

describe.each(idsWithToken)('The route %s', (id) => {
  it('rejects a caller without an access token before it looks at the body', async () => {
    for (const body of [{}, '{', 'x'.repeat(300_000)]) {
      expect(await send(id, body, {})).toMatchObject({ status: 401, code: 'token_missing' });
      expect(await send(id, body, bearer(tokens.refreshToken))).toMatchObject({ status: 401, code: 'token_invalid' });
    }
  });

  it.each(['valid', 'invalid'])(
    'rejects a client without its scope, and a deleted one, if the body is %s',
    async (kind) => {
      const otherScope = ['checkin', 'batch'].includes(id) ? 'sync' : 'checkin';
      const client = await service.aClient(undefined, [otherScope]);
      const { accessToken } = await service.logIn(client);
      const sendIt = () => send(id, kind === 'valid' ? bodies[id] : {}, bearer(accessToken));
      expect(await sendIt()).toMatchObject({ status: 403, code: 'insufficient_scope' });
      await service.stores.deleteClient(client.clientId);
      expect(await sendIt()).toMatchObject({ status: 401, code: 'token_invalid' });
    },
  );
});

it.each(['PutCommand', 'UpdateCommand'])(
  'Every response comes after the calls for it, even if a %s is slow',
  async (name) => {
    const client = await service.aClient();
    await service.stores.users.save({ companyId: client.companyId, id: 1 });
    slowCommand = name;
    const { accessToken, refreshToken } = await service.logIn(client);
    expect(callsInFlight).toBe(0);
    const responses = [
      async () => logInBy['/oauth2/token']?.(service.url, client),
      () => get(`${service.url}/auth/refresh-token`, bearer(refreshToken)),
      () => post(`${service.url}/scheduling/checkin/batch`, bodies.batch, bearer(accessToken)),
    ];
    for (const response of responses) expect([(await response())?.status, callsInFlight]).toEqual([200, 0]);
  },
);
