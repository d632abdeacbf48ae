import pMap from 'p-map';
import { createTestClient, type TestClient } from '../../support/running-service.ts';
import type { TestStores } from '../../support/test-stores.ts';

export interface Person {
  readonly id: number;
  readonly uid: string;
  readonly email: string;
}

const HOUR = 60 * 60_000;
const WRITES_AT_ONCE = 20;

/**
 * As in the demo, one of three people has an open desk and parking place, one has a past and a future desk, and one has no
 * booking.
 */
const bookingsOf = (id: number, now: number) => {
  const book = (bookingId: string, kind: 'position' | 'parking', opensInHours: number) => ({
    bookingId,
    kind,
    checkinOpensAt: now + opensInHours * HOUR,
    noShowAt: now + (opensInHours + 24) * HOUR,
  });
  const own = [
    [book('desk', 'position', -1), book('parking', 'parking', -1)],
    [book('earlier', 'position', -72), book('later', 'position', 24)],
    [],
  ];
  return own[id % own.length] ?? [];
};

/** A company of `size` people with their bookings, and a client of it. */
export const createPeople = async (
  stores: TestStores,
  size: number,
): Promise<{ client: TestClient; people: readonly Person[] }> => {
  const client = await createTestClient(stores);
  const { companyId } = client;
  const now = Date.now();
  const people = Array.from({ length: size }, (_, index) => index + 1).map((id) => ({
    id,
    uid: `BADGE-${id}`,
    email: `person${id}@load.example`,
  }));
  const save = async (person: Person): Promise<void> => {
    await stores.users.save({ companyId, ...person });
    const user = { companyId, userId: person.id };
    for (const booking of bookingsOf(person.id, now)) await stores.bookings.save({ user, ...booking });
  };
  await pMap(people, save, { concurrency: WRITES_AT_ONCE });
  return { client, people };
};
