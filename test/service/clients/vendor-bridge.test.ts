import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { makeBridge, type Bridge, type WebhookRequest } from '../../../clients/examples/vendor-bridge/handler.ts';
import { kisi } from '../../../clients/examples/vendor-bridge/kisi.ts';
import { makeCheckinClient, type ClientOptions } from '../../../clients/typescript/src/client.ts';
import type { TestClient } from '../../support/running-service.ts';
import { useServiceInMemory } from '../../support/use-service.ts';
import { useFaultyProxy } from '../../support/use-faulty-proxy.ts';

const HOUR = 60 * 60_000;
const KEY = 'bridge-test-key';
/** The sample event in Kisi's documentation, with values filled in. */
const RECORDED =
  '{"uuid":"d7cf0237-a492-4e5d-b20c-f58fc3ef4eff","actor_type":"User","actor_id":48213,"actor_name":"Ada Lovelace",' +
  '"object_type":"Lock","object_id":1234,"object_name":"Main Entrance","organization_id":77,"place_id":501,"success":true,' +
  '"type":"lock.unlock","error_code":null,"error_message":null,"created_at":"2022-10-06T13:49:35Z"}';
/** The signature of `RECORDED`, by `openssl dgst -sha256 -hmac bridge-test-key`. */
const SIGNATURE = '349c467d2665c872074f1b386d97d12aa2d43cd8bdd5b26e2560cb029afb2ecc';
const AT = Date.parse('2022-10-06T13:49:35Z');
const BATCH = 'POST /scheduling/checkin/batch';
const USER = { companyId: '', userId: 1 };

const service = useServiceInMemory();
const proxy = useFaultyProxy(service);
let client: TestClient;
let reported: unknown[] = [];

beforeEach(async () => {
  reported = [];
  proxy.inject(() => 'none');
  client = await service.aClient();
  USER.companyId = client.companyId;
  const uids = ['BADGE-1', 'kisi-48213'];
  await service.stores.users.save({ companyId: client.companyId, id: 1, uid: 'BADGE-1', uids });
  await service.stores.book(USER, { at: AT });
});

const aBridge = (now = AT + 1_000, changes: Partial<ClientOptions> = {}): Bridge =>
  makeBridge({
    client: makeCheckinClient({ baseUrl: proxy.url, ...client, ...changes }),
    vendor: kisi,
    signatureKey: KEY,
    report: (problem) => reported.push(problem),
    now: () => now,
  });

const sign = (body: string) => createHmac('sha256', KEY).update(body).digest('hex');
const signedRequest = (body: string): WebhookRequest => ({ headers: { 'x-signature': sign(body) }, body });
const recordedRequest: WebhookRequest = { headers: { 'x-signature': SIGNATURE }, body: RECORDED };
const changedRequest = (changes: object) => signedRequest(JSON.stringify({ ...JSON.parse(RECORDED), ...changes }));

const batches = () => proxy.sent().filter(({ line }) => line === BATCH);
const checkin = async () => (await service.stores.bookings.find(USER, ['desk']))[0]?.checkin;

describe('The bridge for webhooks', () => {
  it('checks the person in at the time and door of the event, with the event’s id as the key of the item', async () => {
    expect(await aBridge()(recordedRequest)).toEqual({ statusCode: 200 });
    expect(await checkin()).toMatchObject({ at: AT, reader: 'Main Entrance' });
    expect(JSON.parse(batches()[0]?.body ?? '')).toMatchObject({
      items: [{ key: 'd7cf0237-a492-4e5d-b20c-f58fc3ef4eff' }],
    });
    expect(reported).toEqual([]);
  });

  it('accepts a body in Base64, as a function URL might send it', async () => {
    const body = Buffer.from(RECORDED).toString('base64');
    expect(await aBridge()({ ...recordedRequest, body, isBase64Encoded: true })).toEqual({ statusCode: 200 });
  });

  it.each<[string, WebhookRequest]>([
    ['no signature', { headers: {}, body: RECORDED }],
    ['the signature of another key', { headers: { 'x-signature': '0'.repeat(64) }, body: RECORDED }],
    ['a signature that is not ASCII', { headers: { 'x-signature': 'é'.repeat(32) }, body: RECORDED }],
    ['another body', { ...recordedRequest, body: RECORDED.replace('48213', '48214') }],
    ['no body', { headers: { 'x-signature': SIGNATURE } }],
  ])('rejects an event with %s, and reports it without quoting it', async (_, request) => {
    expect(await aBridge()(request)).toEqual({ statusCode: 401 });
    expect(proxy.sent()).toEqual([]);
    expect(reported).toEqual([expect.any(Error)]);
    expect(String(reported[0])).toContain('signature in x-signature');
    expect(String(reported[0])).not.toMatch(/Ada|48213|é|0{64}/);
  });

  it.each([
    ['72 hours after the event', 401, AT + 72 * HOUR],
    ['70 hours after the event', 200, AT + 70 * HOUR],
    ['a minute before the event', 200, AT - 60_000],
    ['an hour before the event', 401, AT - HOUR],
  ])(
    'accepts a signed event that is at most 71 hours old or 5 minutes early: %s, the answer is %i',
    async (_, statusCode, now) => {
      expect(await aBridge(now)(recordedRequest)).toEqual({ statusCode });
      expect([batches().length, reported.length]).toEqual(statusCode === 200 ? [1, 0] : [0, 1]);
    },
  );

  it.each([
    ['of a type other than an unlock', { type: 'lock.lock' }],
    ['of a refused unlock', { success: false, error_code: 'access_denied' }],
    ['without a person', { actor_type: null, actor_id: null }],
  ])('acknowledges an event %s, and does nothing', async (_, changes) => {
    expect(await aBridge()(changedRequest(changes))).toEqual({ statusCode: 204 });
    expect([proxy.sent(), reported]).toEqual([[], []]);
  });

  it.each([
    ['no JSON', signedRequest('unlocked')],
    ['JSON that is not an object', signedRequest('null')],
    ['no id', changedRequest({ uuid: undefined })],
    ['no time', changedRequest({ created_at: null })],
    ['a time that cannot be read', changedRequest({ created_at: 'this morning' })],
    ['a person’s id that is not a number', changedRequest({ actor_id: 'ada' })],
  ])('rejects a signed body with %s, and reports the fault without quoting the body', async (_, request) => {
    expect(await aBridge()(request)).toEqual({ statusCode: 400 });
    expect(reported).toEqual([expect.any(TypeError)]);
    expect(String(reported[0])).not.toMatch(/unlocked|Ada/);
  });

  it.each([
    [404, 'an unknown person', { actor_id: 7 }],
    [400, 'a time without an offset', { created_at: '2022-10-06T13:49:35' }],
    [400, 'an id that cannot be a key', { uuid: 'line\nfeed' }],
  ])(
    'answers %i to an event with %s, and reports it: no swipe is acknowledged that was not performed',
    async (...row) => {
      const [statusCode, , changes] = row;
      expect(await aBridge()(changedRequest(changes))).toEqual({ statusCode });
      expect(reported).toMatchObject([{ statusCode }]);
      expect(await checkin()).toBeUndefined();
    },
  );

  it('answers 422 to an event that reuses an id with another time', async () => {
    expect(await aBridge()(recordedRequest)).toEqual({ statusCode: 200 });
    const later = changedRequest({ created_at: '2022-10-06T14:29:35Z' });
    expect(await aBridge(AT + HOUR)(later)).toEqual({ statusCode: 422 });
    expect(reported).toMatchObject([{ code: 'idempotency_key_reused' }]);
  });

  it.each(['lose', 503] as const)(
    'asks the vendor to retry after the fault %p, and then checks in once',
    async (fault) => {
      const bridge = aBridge(undefined, { callTimeoutMs: 1_500, attemptTimeoutMs: 1_000 });
      await bridge(changedRequest({ uuid: 'before', actor_id: 7 }));
      proxy.inject(({ line }) => (line === BATCH ? fault : 'none'));
      expect(await bridge(recordedRequest)).toEqual({ statusCode: 503 });
      proxy.inject(() => 'none');
      expect(await aBridge()(recordedRequest)).toEqual({ statusCode: 200 });
      expect(await checkin()).toMatchObject({ at: AT });
    },
  );

  it('asks the vendor to retry while the bridge’s credentials are wrong, and reports the fault', async () => {
    expect(await aBridge(undefined, { clientSecret: 'cks_wrong' })(recordedRequest)).toEqual({ statusCode: 503 });
    expect(reported).toMatchObject([{ status: 401, code: 'invalid_credentials' }]);
  });

  it('turns the name of a door into a reader that the API accepts', async () => {
    expect(
      kisi.toSwipe(JSON.parse(changedRequest({ object_name: `\u0007 Door\n${'x'.repeat(200)}` }).body ?? '')),
    ).toMatchObject({
      reader: `Door ${'x'.repeat(123)}`,
    });
    expect(kisi.toSwipe(JSON.parse(changedRequest({ object_name: ' ' }).body ?? ''))).not.toHaveProperty('reader');
  });

  it('does not start without a signature key', () => {
    const options = {
      client: makeCheckinClient({ baseUrl: proxy.url, ...client }),
      vendor: kisi,
      report: () => undefined,
    };
    expect(() => makeBridge({ ...options, signatureKey: '' })).toThrow('signature key');
  });
});
