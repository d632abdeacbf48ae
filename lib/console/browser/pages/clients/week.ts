import type { LogEntry } from '../../../../../shared/console-api/log.ts';
import type { ResponseOf } from '../../../../../shared/console-api/schemas.ts';
import { readPages } from '../../components/read-pages.ts';
import { foldRetries } from '../log/fold-retries.ts';
import { addDays, dayOf } from '../../components/local-day.ts';

const DAYS = 7;
/** The maximum number of pages to read. Each has 100 entries. */
const MAX_PAGES = 10;

interface CountedDay {
  readonly day: string;
  /** Undefined for a day of which not all swipes were read. */
  readonly counts?: {
    readonly swipes: number;
    /** How many of the swipes had an unknown badge. */
    readonly unknown: number;
  };
}

export interface Week {
  /** The last seven days, oldest first. */
  readonly days: readonly CountedDay[];
  /** The number of swipes that were read. */
  readonly swipes: number;
  /** How many of them had an unknown badge. */
  readonly unknown: number;
  /** Whether the log has more swipes of these days than were read. */
  readonly hasMore: boolean;
}

/** The first of the last seven days. */
export const firstDayOf = (today: string): string => addDays(today, 1 - DAYS);

/**
 * Counts the swipes of the last seven days. Reads at most the 1,000 newest entries, and does not count the days that these do not
 * cover: a bar of zero would say that the gate had failed.
 * @param read reads a page of the log, newest entries first
 */
export const readWeek = async (
  today: string,
  read: (next: string | undefined) => Promise<ResponseOf<'listLog'>>,
): Promise<Week> => {
  const entries: LogEntry[] = [];
  let hasMore = false;
  for await (const page of readPages(read, MAX_PAGES)) {
    hasMore = page.next !== undefined;
    entries.push(...page.items);
  }
  const oldestDayRead = dayOf(entries.at(-1)?.receivedAt ?? new Date(0).toISOString());
  // A swipe that was sent again is one swipe.
  const swipes = foldRetries(entries).flatMap((entry) =>
    entry.kind === 'checkin' ? [{ day: dayOf(entry.receivedAt), isUnknown: entry.code === 'user_not_found' }] : [],
  );
  const days = Array.from({ length: DAYS }, (_, index): CountedDay => {
    const day = addDays(firstDayOf(today), index);
    // Some swipes of the oldest day might not have been read either.
    if (hasMore && day <= oldestDayRead) return { day };
    const ofDay = swipes.filter((swipe) => swipe.day === day);
    return { day, counts: { swipes: ofDay.length, unknown: ofDay.filter(({ isUnknown }) => isUnknown).length } };
  });
  return { days, swipes: swipes.length, unknown: swipes.filter(({ isUnknown }) => isUnknown).length, hasMore };
};
