/**
 * The service's costs on AWS, as in docs/limits-and-costs.md. Prices are list prices of us-east-1 in US dollars, as of
 * 21 November 2026; DynamoDB units are those measured in test/service.
 */

const MILLION = 1_000_000;

/** Prices per million, unless the name says otherwise. */
export const prices = {
  apiRequest: 1,
  lambdaRequest: 0.2,
  lambdaGigabyteSecond: 0.000_013_333_4 * MILLION,
  read: 0.125,
  write: 0.625,
  trace: 5,
  cloudFrontRequest: 1,
  firewallRequest: 0.6,
  publish: 0.5,
  /** A custom event of up to 64 KB. */
  event: 1,
  mobileDelivery: 0.5,
  /** A gigabyte of CloudWatch Logs. */
  logGigabyte: 0.5,
  /** A gigabyte of a table for a month, with point-in-time recovery. */
  tableGigabyteMonth: 0.25 + 0.2,
  alarmMetricMonth: 0.1,
  metricMonth: 0.3,
  dashboardMonth: 3,
  secretMonth: 0.4,
  keyMonth: 1,
  insightsRuleMonth: 0.5,
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
  bookingState: { reads: 1, writes: 0 },
} as const satisfies Record<string, Units>;

export type OperationWithUnits = keyof typeof units;

/** The cost of DynamoDB in dollars for a million of the given operations. */
export const databaseCost = (...operations: OperationWithUnits[]): number =>
  operations.reduce((sum, each) => sum + units[each].reads * prices.read + units[each].writes * prices.write, 0);

/**
 * The cost in dollars of a million requests, excluding DynamoDB.
 * @param milliseconds the duration of a function with 1 GB
 * @param kilobytes the size of a request's log lines
 */
const requestCost = (milliseconds: number, kilobytes: number): number =>
  prices.apiRequest +
  prices.lambdaRequest +
  (milliseconds / 1000) * prices.lambdaGigabyteSecond +
  kilobytes * prices.logGigabyte;

/** Estimates, because the service has not run on AWS. */
const CHECKIN = { milliseconds: 15, kilobytes: 1.8 };
const SYNC = { milliseconds: 300, kilobytes: 1.8, itemsPerRequest: 100 };
const CONSOLE = { milliseconds: 30, kilobytes: 1.8, reads: 4 };
const BYTES = { booking: 400, logEntryAndIndex: 1_400 };

/** A push to one device: a Lambda request of about 50 ms, two reads, and a publish and a delivery by SNS. */
const pushCost =
  prices.lambdaRequest + 0.05 * prices.lambdaGigabyteSecond + 2 * prices.read + prices.publish + prices.mobileDelivery;

interface Month {
  readonly people: number;
  readonly workingDays: number;
  /** Hours of a day in which people arrive. */
  readonly officeHours: number;
  readonly gates: number;
  readonly consoleRequests: number;
  /** The share of people who also book a parking place, 0 to 1. */
  readonly parking: number;
  readonly hasIdempotencyKeys: boolean;
  readonly hasPushes: boolean;
  readonly checkinLogDays: number;
}

/** X-Ray records one request per second, and 5 % of the other requests. */
const traces = (requests: number, { workingDays, officeHours }: Month): number => {
  const seconds = workingDays * officeHours * 3600;
  return Math.min(requests, seconds + 0.05 * Math.max(0, requests - seconds));
};

/** Returns each kind of cost, in dollars per month. */
export const monthlyCost = (month: Month, fixed: number): ReadonlyMap<string, number> => {
  const { people, workingDays, gates, consoleRequests, parking, hasIdempotencyKeys, hasPushes, checkinLogDays } = month;
  const checkins = people * workingDays;
  const bookings = checkins * (1 + parking);
  const refreshes = gates * 24 * 30;
  const millions = (count: number): number => count / MILLION;
  const gigabytes = (count: number, bytes: number): number => (count * bytes) / 1e9;
  const keptEntries = (checkins / 30) * checkinLogDays;
  return new Map([
    [
      'check-ins',
      millions(checkins) * (requestCost(CHECKIN.milliseconds, CHECKIN.kilobytes) + databaseCost('checkin', 'byUid')),
    ],
    ['parking places, in the same check-ins', millions(bookings - checkins) * databaseCost('anotherBooking')],
    ['Idempotency-Keys', hasIdempotencyKeys ? millions(checkins) * databaseCost('idempotencyKey') : 0],
    ['pushes', hasPushes ? millions(checkins) * pushCost : 0],
    ['entries of the log', millions(checkins) * databaseCost('logEntry')],
    [
      'bookings, written by sync',
      millions(bookings) *
        (databaseCost('newBooking') + requestCost(SYNC.milliseconds, SYNC.kilobytes) / SYNC.itemsPerRequest),
    ],
    [
      'refreshed tokens',
      millions(refreshes) * (requestCost(CHECKIN.milliseconds, CHECKIN.kilobytes) + databaseCost('checkin')),
    ],
    [
      'the console',
      millions(consoleRequests) * (requestCost(CONSOLE.milliseconds, CONSOLE.kilobytes) + CONSOLE.reads * prices.read),
    ],
    ['traces', millions(traces(checkins + refreshes, month)) * prices.trace],
    ['storage of bookings, kept 30 days', gigabytes(bookings, BYTES.booking) * prices.tableGigabyteMonth],
    ['storage of the log', gigabytes(keptEntries, BYTES.logEntryAndIndex) * prices.tableGigabyteMonth],
    ['fixed', fixed],
  ]);
};

const company: Month = {
  people: MILLION,
  workingDays: 20,
  officeHours: 10,
  gates: 10_000,
  consoleRequests: MILLION,
  parking: 0,
  hasIdempotencyKeys: false,
  hasPushes: false,
  checkinLogDays: 90,
};

/** 1,000 companies of 1,000 people each, as docs/limits-and-costs.md describes them. */
export const examples = {
  simple: company,
  everything: { ...company, parking: 0.2, hasIdempotencyKeys: true, hasPushes: true },
} as const satisfies Record<string, Month>;
