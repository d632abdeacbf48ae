import { startFauxqs, type FauxqsServer } from 'fauxqs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { post, runService, type RunningService, type TestClient } from '../../support/running-service.ts';
import { waitUntil } from '../../support/wait-until.ts';

const region = 'eu-central-1';

let sns: FauxqsServer;
let service: RunningService;
let acme: TestClient;
let umbrella: TestClient;

beforeAll(async () => {
  process.env['AWS_REGION'] = region;
  sns = await startFauxqs({ port: 0, logger: false, defaultRegion: region });
  service = await runService({ AWS_ENDPOINT_URL_SNS: sns.address });
  acme = await service.aClient();
  umbrella = await service.aClient();
  sns.createTopic('checkin-pushes', { region });
  sns.createQueue('acme-only', { region });
  sns.createQueue('everything', { region });
  const FilterPolicy = JSON.stringify({ companyId: [acme.companyId] });
  sns.subscribe({ topic: 'checkin-pushes', queue: 'acme-only', region, attributes: { FilterPolicy } });
  sns.subscribe({ topic: 'checkin-pushes', queue: 'everything', region, attributes: { RawMessageDelivery: 'true' } });
});
afterAll(async () => {
  await service.stop();
  await sns.stop();
});

const checkIn = async (client: TestClient): Promise<void> => {
  const { companyId } = client;
  await service.stores.users.save({ companyId, id: 1 });
  await service.stores.book({ companyId, userId: 1 }, { bookingId: 'b-1', name: 'Desk "Ä" 🪑' });
  const { accessToken } = await service.logIn(client);
  const headers = { Authorization: `Bearer ${accessToken}` };
  expect((await post(`${service.url}/scheduling/checkin`, { id: 1, notify: true }, headers)).status).toBe(200);
};

const messagesIn = (queue: string): string[] =>
  sns.inspectQueue(queue)?.messages.ready.map((message) => message.body) ?? [];

/** Reads the default entry of the JSON structure. Unlike SNS, which sends a queue only this entry, fauxqs sends all entries. */
const readPush = (message: string): { companyId: string } => JSON.parse(JSON.parse(message).default);

describe('The push topic', () => {
  it('sends every push as JSON, and a subscription that filters by company gets only the pushes of that company', async () => {
    await checkIn(umbrella);
    await waitUntil(() => messagesIn('everything').length === 1);
    await checkIn(acme);
    await waitUntil(() => messagesIn('everything').length === 2);
    const pushes = messagesIn('everything').map(readPush);
    expect(pushes.map(({ companyId }) => companyId).toSorted()).toEqual(
      [acme.companyId, umbrella.companyId].toSorted(),
    );
    const enveloped = messagesIn('acme-only').map((body) => JSON.parse(body) as { Message: string });
    expect(enveloped.map(({ Message }) => readPush(Message))).toEqual([
      {
        companyId: acme.companyId,
        userId: 1,
        checkinId: expect.any(String),
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        title: 'Checked in',
        body: 'Desk "Ä" 🪑',
        bookings: [{ bookingId: 'b-1', kind: 'position', name: 'Desk "Ä" 🪑' }],
        bookingCount: 1,
      },
    ]);
  });
});
