import type { ListLogResponse } from '../../../../../shared/console-api/log.ts';

/** A page of the API looks at some 800 entries, so these are 16,000. */
const MAX_PAGES = 20;

/**
 * Reads until a page has entries or the list ends. The API returns an empty page with a `next` if none of the entries it looked
 * at matches the filter.
 * @returns no entries and a `next` if even {@link MAX_PAGES} pages were empty
 */
export const readEntries = async (
  read: (next: string | undefined) => Promise<ListLogResponse>,
  next: string | undefined,
): Promise<ListLogResponse> => {
  let page = await read(next);
  for (let pages = 1; pages < MAX_PAGES && page.items.length === 0 && page.next !== undefined; pages += 1) {
    page = await read(page.next);
  }
  return page;
};
