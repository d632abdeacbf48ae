import { Temporal } from 'temporal-polyfill';
import type { Instant } from '../../domain/instant.ts';
import { rejectRecord } from './apply-records.ts';

/**
 * @returns undefined for anything but a date-time without an offset
 * @throws RecordRejected if clocks skip the time, or it occurs twice
 */
export type ReadLocalTime = (text: string) => Instant | undefined;

// Temporal would turn second 60 into second 59.
const LOCAL = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::[0-5]\d(?:\.\d+)?)?$/;

/**
 * Reads `2026-11-21T08:00` or `2026-11-21 08:00:00` as a local time. A time that clocks skip, or that occurs twice, is
 * rejected, because a wrong guess would move a check-in period by an hour.
 */
export const makeReadLocalTime =
  (timeZone: string): ReadLocalTime =>
  (text) => {
    if (!LOCAL.test(text)) return undefined;
    let local: Temporal.PlainDateTime;
    try {
      local = Temporal.PlainDateTime.from(text.replace(/[t ]/, 'T'));
    } catch {
      return undefined;
    }
    const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
      local.toZonedDateTime(timeZone, { disambiguation }),
    ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime];
    if (earlier.epochMilliseconds === later.epochMilliseconds) return earlier.epochMilliseconds;
    // Temporal moves a time that clocks skip, and keeps one that occurs twice.
    const occursTwice = earlier.toPlainDateTime().equals(local);
    const value = text.replace('T', ' ');
    return occursTwice
      ? rejectRecord('time_occurs_twice', { value, timeZone, earlier: earlier.offset, later: later.offset })
      : rejectRecord('time_skipped', { value, timeZone });
  };
