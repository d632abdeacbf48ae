import { describe, expect, it } from '@jest/globals';
import { eventProblems } from '../../support/events-schema.ts';
import { runLocalHere } from '../../support/run-local-here.ts';
import { post } from '../../support/running-service.ts';

// Not in events.test.ts, where another service is running: a process can run only one service at a time.
describe('Without EventBridge', () => {
  it('every event is printed, even if the service stops immediately afterwards', async () => {
    const local = await runLocalHere();
    const clientSecret = /"clientSecret":"(?<secret>[^"]+)"/.exec(local.greeting)?.groups?.['secret'];
    const tokens = await post(`${local.url}/auth`, { clientId: 'ckc_demo', clientSecret });
    const authorization = { Authorization: `Bearer ${tokens.body.accessToken}` };
    await post(`${local.url}/scheduling/checkin`, { email: 'ada@demo.example' }, authorization);
    const printed = (await local.stop()).filter((line) => line.startsWith('Event checkin.performed: '));
    const details = printed.map((line) => JSON.parse(line.slice(line.indexOf('{'))));
    expect(details.flatMap(eventProblems)).toEqual([]);
    expect(details.filter(({ data }) => data.userId === 1)).toHaveLength(2);
  });
});
