import type { Response } from '../deployed-stack.ts';
import { BOOKING_HEADER, dateFromNow, HOUR, type Company } from '../company.ts';

/** Sends the swipes that a reader stored while it was offline. */
export const useBatch = async ({ service, gate, importRows, checks: { check } }: Company): Promise<void> => {
  const results = ({ body }: Response): string =>
    (body['items'] as { statusCode: number; checkinCount?: number }[] | undefined)
      ?.map(({ statusCode, checkinCount = '' }) => `${statusCode}:${checkinCount}`)
      .join(' ') ?? '';
  /** Sends a batch, and repeats it while items get a 503, which the function returns if its deadline comes first. */
  const send = async (items: object[]): Promise<Response> => {
    const sendOnce = () => service.send('POST /scheduling/checkin/batch', { body: { items }, token: gate.token });
    let response = await sendOnce();
    for (let times = 1; times < 20 && results(response).includes('503'); times += 1) response = await sendOnce();
    return response;
  };
  const date = dateFromNow();
  const items = [
    { key: 'batch-1', id: 51, date },
    { key: 'batch-2', uid: 'BADGE-52', date },
    { key: 'batch-3', id: 99, date },
    { key: 'batch-4', id: 51, date: 'noon' },
    { key: 'batch-5', email: 'user-51@acme.test', date },
  ];
  const expected = '200:1 200:1 404: 400: 200:0';
  const first = await send(items);
  check(
    'batch: two checked in, one unknown, one malformed, one already checked in',
    results(first) === expected,
    first,
  );
  await service.stopEnvironments();
  const again = await send(items);
  check('the same batch again: the same results', results(again) === expected, again);

  // The person has so many bookings that the check-in first reads which of them are already checked in.
  const period = `${dateFromNow(-HOUR)},${dateFromNow(2 * HOUR)}`;
  const rows = Array.from({ length: 60 }, (_, index) => `acme,many-${index},61,position,,${period}`);
  await importRows('bookings', [BOOKING_HEADER, ...rows]);
  const many = await send([{ key: 'batch-6', id: 61, date }]);
  check('a batch with one swipe of a person who has 61 bookings', results(many) === '200:61', many);
};
