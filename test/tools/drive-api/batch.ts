import { BOOKING_HEADER, dateFromNow, HOUR, type Company } from './company.ts';

interface Item {
  readonly statusCode: number;
  readonly checkinCount?: number;
}

/** Sends the swipes that a reader stored while it was offline. */
export const useBatch = async ({ service, gate, importRows, checks: { equal } }: Company): Promise<void> => {
  /** Sends a batch, and repeats it while items get a 503, which the function returns if its deadline comes first. */
  const send = async (items: object[]): Promise<string> => {
    const request = { body: { items }, token: gate.token };
    for (let times = 1; ; times += 1) {
      const { status, body } = await service.send('POST /scheduling/checkin/batch', request);
      const found = (body['items'] ?? [{ statusCode: status }]) as Item[];
      const results = found.map(({ statusCode, checkinCount = '' }) => `${statusCode}:${checkinCount}`).join(' ');
      if (!results.includes('503') || times === 20) return results;
    }
  };
  const date = dateFromNow();
  const items = [
    { key: 'batch-1', id: 51, date },
    { key: 'batch-2', uid: 'BADGE-52', date },
    { key: 'batch-3', id: 99, date },
  ];
  equal('batch: two checked in, one unknown', await send(items), '200:1 200:1 404:');
  await service.stopEnvironments();
  equal('the same batch again: the same results', await send(items), '200:1 200:1 404:');

  // The person has so many bookings that the check-in first reads which of them are already checked in.
  const period = `${dateFromNow(-HOUR)},${dateFromNow(2 * HOUR)}`;
  const rows = Array.from({ length: 60 }, (_, index) => `acme,many-${index},61,position,,${period}`);
  await importRows('bookings', [BOOKING_HEADER, ...rows]);
  equal(
    'a batch with one swipe of a person who has 61 bookings',
    await send([{ key: 'batch-4', id: 61, date }]),
    '200:61',
  );
};
