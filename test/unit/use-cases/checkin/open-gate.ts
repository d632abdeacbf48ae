import type { CheckinEntry } from '../../../../shared/domain/logs.ts';
import { createApiClient } from '../../../../shared/domain/api-client.ts';
import type { Booking } from '../../../../shared/domain/booking.ts';
import type { AttemptKey, CheckinAttempt } from '../../../../shared/domain/checkin.ts';
import { BOOKED_AT } from '../../../support/bookings.ts';
import { makeInMemoryBookings, makeInMemoryUsers } from '../../../support/stores-in-memory.ts';

export const companyId = 'acme';

/** Opens the stores of a gate's company, whose users 1, 2, … have the badges `E-1`, `E-2`, … */
export const openGate = (
  existing: readonly Booking[],
  { users = 1, storesOpenBookings = true }: { users?: number; storesOpenBookings?: boolean } = {},
) => {
  const { client } = createApiClient({ companyId, name: 'Gate' }, BOOKED_AT);
  const attempts = new Map<string, CheckinAttempt>();
  const entries: CheckinEntry[] = [];
  const ids = Array.from({ length: users }, (_, index) => index + 1);
  return {
    clients: { find: async () => client },
    users: makeInMemoryUsers(ids.map((id) => ({ companyId, id, uid: `E-${id}`, devices: [] }))),
    bookings: makeInMemoryBookings(existing),
    attempts: {
      begin: async ({ idempotencyKey }: AttemptKey, { open, ...attempt }: CheckinAttempt) => {
        const first = attempts.get(idempotencyKey) ?? { ...attempt, ...(storesOpenBookings && open && { open }) };
        attempts.set(idempotencyKey, first);
        return first;
      },
    },
    countAttempts: () => attempts.size,
    log: {
      keepsCheckins: true,
      recordCheckins: async (newEntries: readonly CheckinEntry[]) => void entries.push(...newEntries),
    },
    entries,
    caller: { clientId: client.clientId, companyId, scopes: ['checkin'] as const, revocationNumber: 0 },
  };
};
