import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR, MOMENT } from './service-world.ts';

/** Bookings of one user. */
export const BOOKINGS_A_USER = 50;

const toBooking = (index: number, name: string): object => {
  const opensAt = MOMENT + (index % BOOKINGS_A_USER) * 24 * HOUR;
  return {
    companyId: 'acme',
    bookingId: `booking-${index}`,
    userId: Math.floor(index / BOOKINGS_A_USER) + 1,
    kind: index % 2 === 0 ? 'position' : 'parking',
    name,
    checkinOpensAt: new Date(opensAt).toISOString(),
    noShowAt: new Date(opensAt + 3 * HOUR).toISOString(),
  };
};

const write = (folder: string, name: string, lines: readonly object[]): string => {
  const file = join(folder, name);
  writeFileSync(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  return file;
};

const indices = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** A file of bookings, and a copy in which every tenth line has another name. */
export const writeBookings = (folder: string, count: number): { file: string; changed: string } => ({
  file: write(
    folder,
    `bookings-${count}.ndjson`,
    indices(count).map((index) => toBooking(index, `Place ${index}`)),
  ),
  changed: write(
    folder,
    `bookings-${count}-changed.ndjson`,
    indices(count).map((index) => toBooking(index, index % 10 === 0 ? `New place ${index}` : `Place ${index}`)),
  ),
});

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
