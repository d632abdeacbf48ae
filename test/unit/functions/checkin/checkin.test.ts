import { expect, it } from '@jest/globals';
import { checkin } from '../../../../functions/checkin/checkin.ts';
import type { ApiRequest } from '../../../../shared/http/api-request.ts';
import { makeLogWriter } from '../../../../shared/use-cases/checkin/checkin-log.ts';
import { aBooking, BOOKED_AT } from '../../../support/bookings.ts';
import { companyId, openGate } from '../../use-cases/checkin/open-gate.ts';

interface SendOptions {
  readonly key?: string;
  readonly scopes?: readonly 'checkin'[];
}

const start = () => {
  const { log: checkinLog, entries, caller, ...stores } = openGate([aBooking()]);
  const counts: unknown[] = [];
  const send = (body: object, { key, scopes = ['checkin'] }: SendOptions = {}) => {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    const request = { body, headers, requestContext: { requestId: `r${counts.length}` } } as unknown as ApiRequest;
    return checkin(request, {
      ...stores,
      caller: { ...caller, scopes },
      logWriter: makeLogWriter(checkinLog, () => undefined),
      log: (details) => counts.push(details.counts),
      now: () => BOOKED_AT,
      maxFutureMinutes: 60,
    });
  };
  return { send, counts, entries, clientId: caller.clientId };
};

it('A check-in is counted by its result; a retry that does nothing new is not counted', async () => {
  const { send, counts } = start();
  for (const key of ['swipe', 'swipe', 'other']) await send({ id: 1 }, { key });
  await send({ id: 1, date: new Date(BOOKED_AT - 7_200_000).toISOString() });
  expect(counts).toEqual([
    { CheckinsPerformed: 1 },
    {},
    { ZeroCheckinsAlreadyCheckedIn: 1 },
    { ZeroCheckinsNothingOpen: 1 },
  ]);
});

it('A request whose only fault is a badge is in the check-in log, unless its client may not check people in', async () => {
  const { send, entries, clientId } = start();
  const body = { uid: 'E-1\u200b', reader: 'North' };
  for (const sent of [body, { ...body, notify: 'yes' }]) {
    await expect(send(sent, { scopes: [] })).rejects.toMatchObject({ code: 'insufficient_scope' });
    await expect(send(sent)).rejects.toMatchObject({ code: 'invalid_field' });
  }
  expect(entries).toEqual([
    {
      kind: 'checkin',
      companyId,
      receivedAt: BOOKED_AT,
      requestId: 'r0',
      clientId,
      reader: 'North',
      identifiers: { uid: 'E-1[U+200B]' },
      at: BOOKED_AT,
      statusCode: 400,
      code: 'invalid_field',
      checkinCount: 0,
      bookings: [],
    },
  ]);
});
