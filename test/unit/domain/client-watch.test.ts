import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createApiClient, type ApiClient } from '../../../shared/domain/api-client.ts';
import { endSecret, rotateSecret, updateClient } from '../../../shared/domain/client-changes.ts';
import { secretIdOf } from '../../../shared/domain/client-secret.ts';
import { reviewClient, silentSinceOf, statusOf } from '../../../shared/domain/client-watch.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const now = Date.UTC(2026, 10, 21);
const aClient = (options: object = {}, createdAt = now): ApiClient =>
  createApiClient({ companyId: 'acme', name: 'Gate', ...options }, createdAt).client;

/** Reviews a client at each of the times. @returns the notices */
const review = (client: ApiClient, times: readonly number[]): string[] => {
  let reviewed = client;
  return times.flatMap((at) => {
    const { client: marked, notices } = reviewClient(reviewed, at);
    reviewed = marked;
    return notices.map((notice) =>
      notice.kind === 'secret-ends' ? `${(at - now) / DAY}: ends within ${notice.withinDays}` : notice.kind,
    );
  });
};

describe('The silence of a client', () => {
  const watched = aClient({ silentAfterHours: 24 });

  it('is reported once, an hour after the limit, because use is recorded only once an hour', () => {
    expect(review(watched, [now + 25 * HOUR - 1, now + 25 * HOUR, now + 90 * HOUR])).toEqual(['silent']);
  });

  it('ends when the client is seen again, and can begin anew', () => {
    const { client: silent } = reviewClient(watched, now + 30 * HOUR);
    expect(silent.silentSince).toBe(now + 30 * HOUR);
    const seen = { ...silent, lastSeenAt: now + 30 * HOUR };
    expect(review(seen, [now + 32 * HOUR, now + 33 * HOUR, now + 60 * HOUR])).toEqual(['back', 'silent']);
    expect(reviewClient(seen, now + 32 * HOUR).client.silentSince).toBeUndefined();
    // The status does not wait for the next review.
    expect([silentSinceOf(silent), silentSinceOf(seen)]).toEqual([now + 30 * HOUR, undefined]);
    expect([statusOf(silent, now + 31 * HOUR), statusOf(seen, now + 31 * HOUR)]).toEqual(['silent', 'enabled']);
  });

  it('is reported and shown again although no review ran while the client was back', () => {
    const { client: silent } = reviewClient(watched, now + 30 * HOUR);
    const seen = { ...silent, lastSeenAt: now + 31 * HOUR };
    const { client: silentAgain, notices } = reviewClient(seen, now + 60 * HOUR);
    expect(notices.map(({ kind }) => kind)).toEqual(['silent']);
    expect(silentSinceOf(silentAgain)).toBe(now + 60 * HOUR);
    expect(review(silentAgain, [now + 61 * HOUR])).toEqual([]);
  });

  it('never begins without a limit, or while the client is disabled', () => {
    expect(review(aClient(), [now + 10_000 * HOUR])).toEqual([]);
    const disabled = updateClient(watched, { enabled: false }, now);
    expect(review(disabled, [now + 100 * HOUR])).toEqual([]);
    const enabled = updateClient(disabled, { enabled: true }, now + 100 * HOUR);
    expect(review(enabled, [now + 125 * HOUR - 1])).toEqual([]);
    expect(review(enabled, [now + 125 * HOUR])).toEqual(['silent']);
  });

  it('is measured anew when the limit changes, but not when the name does', () => {
    const { client: silent } = reviewClient(watched, now + 30 * HOUR);
    expect(updateClient(silent, { name: 'Door' }, now + 31 * HOUR).silentSince).toBe(silent.silentSince);
    const changed = updateClient(silent, { silentAfterHours: 48 }, now + 31 * HOUR);
    expect(changed).toMatchObject({ watchedSince: now + 31 * HOUR, silentAfterHours: 48 });
    expect('silentSince' in changed).toBe(false);
    const never = updateClient(silent, { silentAfterHours: null }, now + 31 * HOUR);
    expect(Object.keys(never)).toEqual(Object.keys(aClient()));
  });
});

describe('The end of a secret', () => {
  const everyHour = (days: number): number[] => Array.from({ length: days * 24 }, (_, hours) => now + hours * HOUR);

  it('is reported 30, 14, 7 and 1 days before, once each', () => {
    expect(review(aClient({ expiresInDays: 90 }), everyHour(100))).toEqual([
      '60: ends within 30',
      '76: ends within 14',
      '83: ends within 7',
      '89: ends within 1',
    ]);
  });

  it('is reported once if several notices are due at the same time', () => {
    expect(review(aClient({ expiresInDays: 90 }), [now + 84 * DAY, now + 85 * DAY, now + 91 * DAY])).toEqual([
      '84: ends within 7',
    ]);
  });

  it('is not reported for a notice period that has already begun when the end is set', () => {
    expect(review(aClient({ expiresInDays: 30 }), everyHour(2))).toEqual([]);
    const { client } = rotateSecret(aClient(), { graceMilliseconds: DAY }, now);
    expect(review(client, everyHour(2))).toEqual([]);
    const { client: withLongGrace } = rotateSecret(aClient(), { graceMilliseconds: 3 * DAY }, now);
    expect(review(withLongGrace, everyHour(4))).toEqual(['2: ends within 1']);
  });

  it('is not postponed by a rotation, and stays the same if the other secret is ended', () => {
    const client = aClient({ expiresInDays: 30 });
    const day29 = now + 29.5 * DAY;
    const rotated = rotateSecret(client, { graceMilliseconds: DAY, expiresInDays: 90 }, day29);
    expect(rotated.client.secrets.map(({ endsAt }) => endsAt)).toEqual([now + 30 * DAY, day29 + 90 * DAY]);
    expect(rotated.oldSecretEndsAt).toBe(now + 30 * DAY);
    const [older, newer] = rotated.client.secrets.map(secretIdOf) as [string, string];
    const back = endSecret(rotated.client, newer, day29).client.secrets;
    expect(back.map(({ endsAt }) => endsAt)).toEqual([now + 30 * DAY]);
    const forward = endSecret(rotated.client, older, day29).client.secrets;
    expect(forward.map(({ endsAt }) => endsAt)).toEqual([day29 + 90 * DAY]);
  });
});

it('A disabled client is never reported', () => {
  const client = updateClient(aClient({ silentAfterHours: 24, expiresInDays: 90 }), { enabled: false }, now);
  expect(reviewClient(client, now + 80 * DAY).notices).toEqual([]);
});

it('A review reports nothing twice, and changes nothing if it reports nothing', () => {
  const lifetimes = fc.constantFrom(undefined, 30, 90, 180, 365);
  const hours = fc.option(fc.integer({ min: 1, max: 720 }), { nil: undefined });
  const gaps = fc.array(fc.integer({ min: 0, max: 60 * DAY }), { maxLength: 12 });
  fc.assert(
    fc.property(lifetimes, hours, gaps, fc.array(fc.boolean()), (expiresInDays, silentAfterHours, waits, seen) => {
      let client = aClient({ expiresInDays, silentAfterHours });
      let at = now;
      for (const [index, wait] of waits.entries()) {
        at += wait;
        if (seen[index]) client = { ...client, lastSeenAt: at };
        const { client: reviewed, notices } = reviewClient(client, at);
        expect(notices.length > 0 || isDeepStrictEqual(reviewed, client)).toBe(true);
        expect(reviewClient(reviewed, at).notices).toEqual([]);
        client = reviewed;
      }
    }),
  );
});

const used = (expiresInDays?: number, createdAt = now - 10 * DAY): ApiClient => ({
  ...aClient({ expiresInDays }, createdAt),
  lastSeenAt: now - DAY,
});
const rotated = (client: ApiClient, expiresInDays?: number) =>
  rotateSecret(client, { graceMilliseconds: 7 * DAY, expiresInDays }, now - DAY).client;
const { lastSeenAt: _, ...unused } = used();

describe('The status of an API client', () => {
  it.each<[string, string, ApiClient]>([
    ['enabled', 'it is used', used()],
    ['never', 'it was never used', unused],
    ['two_secrets', 'it has two live secrets', rotated(used())],
    ['two_secrets', 'the newer of its two secrets ends in 89 days', rotated(used(), 90)],
    ['ends', 'its secret ends in 20 days', used(30)],
    ['ends', 'its secret ends in less than 30 days', used(90, now - 60 * DAY - 1)],
    ['enabled', 'its secret ends in exactly 30 days', used(90, now - 60 * DAY)],
    ['ends', 'the newer of its two secrets ends in 29 days', rotated(used(), 30)],
    ['silent', 'it is silent and a secret ends soon', { ...rotated(used(), 30), silentSince: now }],
    ['disabled', 'it is disabled, whatever else', { ...used(30), silentSince: now, enabled: false }],
    ['ends', 'its only secret has ended', used(30, now - 31 * DAY)],
  ])('is "%s" if %s', (status, _reason, client) => {
    expect(statusOf(client, now)).toBe(status);
  });

  it('ignores the ended one of two secrets', () => {
    expect(statusOf(rotated(used()), now + 8 * DAY)).toBe('enabled');
  });
});
