import { join } from 'node:path';
import { addBookedUser, BOOKINGS_OF_A_DAY } from '../harness/book.ts';
import { interleave } from '../harness/interleave.ts';
import { compare, type Measure } from '../harness/row.ts';
import { openServiceWorld } from '../harness/service-world.ts';
import { startSubject } from '../harness/subject.ts';

/** Duration of a call to DynamoDB here; on AWS it is a few milliseconds. */
const CALL_MILLISECONDS = 20;
const ROUNDS = 30;

export const measure: Measure = {
  describes:
    'how long a person at a gate waits if every call to DynamoDB is delayed, against the plain Express version',
  seconds: 15,
  run: async () => {
    const world = await openServiceWorld({ latencyMilliseconds: CALL_MILLISECONDS });
    const express = await startSubject(join(import.meta.dirname, '../peers/express-dynamodb/serve.ts'), {
      ...world.engine.environment,
      AWS_ENDPOINT_URL_DYNAMODB: world.wire.url,
      NODE_ENV: 'production',
    });
    const { clientId, companyId } = world.credentials;
    let lastUserId = 0;
    const timeCheckin = async (accessToken: string, serverUrl?: string): Promise<number> => {
      lastUserId += 1;
      const id = await addBookedUser(world, lastUserId);
      const startedAt = performance.now();
      const count = await world.checkIn({ accessToken }, { id }, serverUrl === undefined ? {} : { serverUrl });
      if (count !== BOOKINGS_OF_A_DAY) throw new Error(`${count} bookings were checked in`);
      return performance.now() - startedAt;
    };
    try {
      const { accessToken } = await world.logIn();
      const [token, url] = [
        await express.ask<string>('token', { clientId, companyId }),
        await express.ask<string>('url'),
      ];
      const times = await interleave(
        { ours: () => timeCheckin(accessToken), express: () => timeCheckin(token, url) },
        ROUNDS,
      );
      return [
        compare({
          what: `check-in over HTTP, the wait, each call ${CALL_MILLISECONDS} ms`,
          unit: 'ms',
          ours: times.ours,
          peerName: 'Express',
          peer: times.express,
          limit: { relation: '<', value: 1 },
        }),
      ];
    } finally {
      await express.stop();
      await world.stop();
    }
  },
};
