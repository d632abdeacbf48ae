import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Credentials } from './calls.ts';
import type { Admin } from './old-version.ts';

const HOUR = 60 * 60_000;

const moment = (offset: number): string => new Date(Date.now() + offset).toISOString();

const TRIES = 5;

/**
 * Imports records with a version's command line. Lines that failed because the machine is busy are imported by the next attempt.
 * @param folder for the file
 */
export const importRecords = async (
  admin: Admin,
  { folder, noun, records }: { readonly folder: string; readonly noun: string; readonly records: readonly object[] },
): Promise<void> => {
  const file = join(folder, `${noun}.ndjson`);
  writeFileSync(file, records.map((record) => JSON.stringify(record)).join('\n'));
  for (let tries = 1; ; tries += 1) {
    try {
      await admin(noun, 'import', file);
      return;
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
};

/** Creates an API client of `acme`, and users 1 to `people`, each with the uid `badge-ID` and an open booking. */
export const createCompany = async (admin: Admin, folder: string, people: number): Promise<Credentials> => {
  const gate = (await admin('clients', 'create', '--company', 'acme', '--name', 'Gate')) as Credentials;
  const ids = Array.from({ length: people }, (_, index) => index + 1);
  const users = ids.map((id) => ({ companyId: 'acme', id, uid: `badge-${id}` }));
  await importRecords(admin, { folder, noun: 'users', records: users });
  const bookings = ids.map((userId) => ({
    companyId: 'acme',
    userId,
    bookingId: 'desk',
    kind: 'position',
    checkinOpensAt: moment(-2 * HOUR),
    noShowAt: moment(2 * HOUR),
  }));
  await importRecords(admin, { folder, noun: 'bookings', records: bookings });
  return gate;
};
