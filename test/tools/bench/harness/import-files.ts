import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Booking } from '../../../../shared/domain/booking.ts';
import { formatDateTime } from '../../../../shared/domain/instant.ts';
import { HOUR, MOMENT } from './service-world.ts';

/** Bookings of one user. */
export const BOOKINGS_A_USER = 50;

const makeBooking = (index: number): Booking => {
  const checkinOpensAt = MOMENT + (index % BOOKINGS_A_USER) * 24 * HOUR;
  return {
    user: { companyId: 'acme', userId: Math.floor(index / BOOKINGS_A_USER) + 1 },
    bookingId: `booking-${index}`,
    kind: index % 2 === 0 ? 'position' : 'parking',
    name: `Place ${index}`,
    checkinOpensAt,
    noShowAt: checkinOpensAt + 3 * HOUR,
  };
};

const toLine = ({ user, checkinOpensAt, noShowAt, ...booking }: Booking): object => ({
  ...user,
  ...booking,
  checkinOpensAt: formatDateTime(checkinOpensAt),
  noShowAt: formatDateTime(noShowAt),
});

const write = (folder: string, name: string, lines: readonly object[]): string => {
  const file = join(folder, name);
  writeFileSync(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  return file;
};

const indices = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

export const makeBookings = (count: number): Booking[] => indices(count).map(makeBooking);

/** A file of bookings, and a copy in which every tenth line has another name. */
export const writeBookings = (folder: string, count: number): { file: string; changed: string } => {
  const bookings = makeBookings(count);
  const changed = bookings.map((booking, index) => (index % 10 === 0 ? { ...booking, name: `New ${index}` } : booking));
  return {
    file: write(folder, `bookings-${count}.ndjson`, bookings.map(toLine)),
    changed: write(folder, `bookings-${count}-changed.ndjson`, changed.map(toLine)),
  };
};

/** A file of users, each with a uid and an e-mail address. */
export const writeUsers = (folder: string, count: number): string =>
  write(
    folder,
    `users-${count}.ndjson`,
    indices(count).map((index) => ({
      companyId: 'acme',
      id: index + 1,
      uid: `BADGE-${index + 1}`,
      email: `user-${index + 1}@acme.example`,
    })),
  );
