import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { checkinLogEntry } from '../../shared/console-api/log.ts';
import type { CheckinEntry } from '../../shared/domain/logs.ts';
import { isOtherSwipe } from '../../shared/domain/checkin.ts';
import { MINUTE } from '../../shared/domain/instant.ts';
import { MAX_LISTED_BOOKINGS, MAX_NAMED_BOOKINGS } from '../../shared/domain/push.ts';
import { MAX_DEVICES } from '../../shared/domain/user.ts';
import { requestDeadline, syncDeadline } from '../../shared/rules/deadline.ts';
import { DEFAULT_GRACE_HOURS } from '../../shared/rules/api-clients.ts';
import { IDEMPOTENCY_KEY_HOURS } from '../../shared/rules/bookings.ts';
import { MAX_BODY_BYTES, MAX_LIST_BODY_BYTES, fields } from '../../shared/rules/fields.ts';
import { defaultLifetimes } from '../../shared/settings.ts';

const root = join(import.meta.dirname, '../..');
const readDocument = (path: string): string => readFileSync(join(root, path), 'utf8');

const { refreshGraceSeconds, refreshTokenSeconds } = defaultLifetimes;
const batch = fields.items.max;
const sameSwipeMinutes = 15;
/** Rounded up: the response arrives after the deadline of the function. */
const respondSeconds = Math.ceil(requestDeadline.respondWithinMilliseconds / 1_000);

/** The quantities that a document states, outside its code, from the code that they describe. */
const documents: Readonly<Record<string, readonly (readonly [count: number, unit: string])[]>> = {
  'README.md': [
    [batch, 'swipes'],
    [refreshGraceSeconds, 'seconds'],
    [refreshTokenSeconds / 86_400, 'days'],
    [IDEMPOTENCY_KEY_HOURS, 'hours'],
  ],
  'docs/integration.md': [
    [batch, 'swipes'],
    [batch, 'people'],
    [IDEMPOTENCY_KEY_HOURS, 'hours'],
    // The bookings of the demo's Ada, the delay of the fault \`slow\`, and advice on how often to send a queue.
    [2, 'bookings'],
    [3, 's'],
    [30, 's'],
  ],
  'docs/client.md': [
    [refreshGraceSeconds, 'seconds'],
    [DEFAULT_GRACE_HOURS, 'hours'],
    [respondSeconds, 's'],
    [syncDeadline.respondWithinMilliseconds / 1_000, 's'],
    // Advice: pauses, time-outs, how long to retry a refresh, when to log in again, and which clock is wrong.
    [0.2, 's'],
    [0.4, 's'],
    [0.8, 's'],
    [5, 's'],
    [13, 's'],
    // Below this lifetime, a quarter of it is less than a minute.
    [4, 'minutes'],
    [30, 'seconds'],
    [5, 'minutes'],
  ],
  'docs/errors.md': [
    [sameSwipeMinutes, 'minutes'],
    [MAX_BODY_BYTES / 1024, 'KiB'],
    [MAX_LIST_BODY_BYTES / 1024, 'KiB'],
    // Advice: when to log in again.
    [5, 'minutes'],
  ],
  'docs/loading.md': [
    [batch, 'items'],
    [batch, 'bookings'],
    [IDEMPOTENCY_KEY_HOURS, 'hours'],
    [respondSeconds, 'seconds'],
    // The largest workbook.
    [10, 'MB'],
  ],
  'docs/push.md': [
    [MAX_LISTED_BOOKINGS, 'bookings'],
    [MAX_DEVICES, 'devices'],
    [MAX_NAMED_BOOKINGS, 'bookings'],
    // How long the functions retry a record (test/infra/stream-delivery.test.ts).
    [12, 'hours'],
  ],
};

const QUANTITY =
  /(?<![\w.,/:-])\d[\d,.]*\s(?:seconds?|minutes?|hours?|days?|s|h|items?|swipes?|KiB|KB|MB|devices?|bookings?|people)\b/g;

const quantitiesIn = (text: string): string[] => {
  const prose = text.replaceAll(/```.*?```/gs, '');
  return [...new Set(prose.match(QUANTITY)?.map((quantity) => quantity.replace(/\s/, ' ')))].toSorted();
};

it.each(Object.entries(documents))('%s states the numbers of the code, and no others', (path, expected) => {
  const stated = new Set(expected.map(([count, unit]) => `${count.toLocaleString('en')} ${unit}`));
  expect(quantitiesIn(readDocument(path))).toEqual([...stated].toSorted());
});

it('Two requests with one key are the same swipe if their dates are as close as the documents say', () => {
  const first = { checkinId: 'c', at: 0, receivedAt: 0, notify: false, isDated: true } as const;
  expect(isOtherSwipe(first, { ...first, at: sameSwipeMinutes * MINUTE })).toBe(false);
  expect(isOtherSwipe(first, { ...first, at: sameSwipeMinutes * MINUTE + 1 })).toBe(true);
});

describe('docs/privacy.md', () => {
  /** What the item on the check-in log says of each member of an entry. A new member needs a word there. */
  const words: Readonly<Record<keyof CheckinEntry, string | undefined>> = {
    kind: undefined,
    companyId: undefined,
    receivedAt: 'time',
    requestId: 'request',
    idempotencyKey: 'Idempotency-Key',
    clientId: 'API client',
    reader: 'door',
    identifiers: 'identifiers that were sent',
    userId: 'user',
    differentPeople: 'identifiers of different people',
    at: 'time',
    statusCode: 'result',
    code: 'result',
    checkinCount: 'result',
    repeated: 'retry',
    bookings: 'bookings',
    moreBookings: 'bookings',
  };

  it('names what an entry of the check-in log contains', () => {
    const [row] = /^- \*\*Check-in log\*\*(?:.|\n {2})*/m.exec(readDocument('docs/privacy.md')) ?? [];
    const missing = Object.values(words).filter((word) => word !== undefined && !row?.includes(word));
    expect(missing).toEqual([]);
  });

  it('and the schema of the log, which the console’s API and the command line share, contain the same', () => {
    const missing = Object.keys(words).filter((name) => name !== 'companyId' && !(name in checkinLogEntry.entries));
    expect(missing).toEqual([]);
  });
});
