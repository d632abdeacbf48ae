/**
 * List prices of us-east-1 in US dollars as of 21 November 2026, as in docs/limits-and-costs.md: per million, unless the name says
 * otherwise.
 */
export const prices = {
  read: 0.125,
  write: 0.625,
  /** A custom event of up to 64 KB. */
  event: 1,
  alarmMetricMonth: 0.1,
  metricMonth: 0.3,
  dashboardMonth: 3,
  secretMonth: 0.4,
  keyMonth: 1,
  logGigabyte: 0.5,
  /** Of a backup of a table, in a month. Each is a full copy. */
  backupGigabyte: 0.1,
} as const;

interface Units {
  readonly reads: number;
  /** The write units, including those of the indexes. */
  readonly writes: number;
}

/** DynamoDB units of each operation; test/service/cost.test.ts and test/service/sync.test.ts check them. */
export const units = {
  /** A check-in of one booking, by the user's id, without its log entry. */
  checkin: { reads: 2.5, writes: 1 },
  /** A log entry and its index. */
  logEntry: { reads: 0, writes: 2 },
  /** An item of a batch, by the user's id, with its key and its log entry. The client is read once for the whole batch. */
  batchItem: { reads: 1.5, writes: 4 },
  byUid: { reads: 0.5, writes: 0 },
  idempotencyKey: { reads: 0, writes: 1 },
  anotherBooking: { reads: 0, writes: 1 },
  newBooking: { reads: 2, writes: 3 },
  newUser: { reads: 1, writes: 14 },
  /** The search item of one word of a new user's name. */
  nameWord: { reads: 0, writes: 4 },
  unchanged: { reads: 1, writes: 0 },
  /** The entries that a sync request writes to the audit log: one before its first item, and one after its last. */
  syncRequest: { reads: 0, writes: 8 },
  /** The item that says whom a request has created. */
  newUsersOfRequest: { reads: 0, writes: 2 },
  bookingState: { reads: 1, writes: 0 },
} as const satisfies Record<string, Units>;

/** The cost of DynamoDB in dollars for a million of an operation. */
export const databaseCost = (operation: keyof typeof units): number =>
  units[operation].reads * prices.read + units[operation].writes * prices.write;
