import type { ResponseOf } from '../../../../../shared/console-api/schemas.ts';
import { readPages } from '../../components/read-pages.ts';
import { addDays, dayOf } from '../../components/local-day.ts';

const DAYS = 7;
/** The maximum number of pages to read. Each has 100 entries. */
const MAX_PAGES = 10;

export interface Week {
  /** The last seven days, oldest first. `unknown`: how many of the swipes had an unknown badge. */
  readonly days: readonly { readonly day: string; readonly swipes: number; readonly unknown: number }[];
  /** Whether the log has more entries of these days than were read. */
  readonly hasMore: boolean;
}

/** The first of the last seven days. */
export const firstDayOf = (today: string): string => addDays(today, 1 - DAYS);

/**
 * Counts the swipes of the last seven days. Reads at most the 1,000 newest entries.
 * @param read reads a page of the log
 */
export const readWeek = async (
  today: string,
  read: (next: string | undefined) => Promise<ResponseOf<'listLog'>>,
): Promise<Week> => {
  const first = firstDayOf(today);
  const days = new Map(Array.from({ length: DAYS }, (_, index) => [addDays(first, index), { swipes: 0, unknown: 0 }]));
  let hasMore = false;
  for await (const page of readPages(read, MAX_PAGES)) {
    hasMore = page.next !== undefined;
    for (const entry of page.items) {
      const day = days.get(dayOf(entry.receivedAt));
      if (entry.kind !== 'checkin' || day === undefined) continue;
      day.swipes += 1;
      if (entry.code === 'user_not_found') day.unknown += 1;
    }
  }
  return { days: [...days].map(([day, counts]) => ({ day, ...counts })), hasMore };
};
