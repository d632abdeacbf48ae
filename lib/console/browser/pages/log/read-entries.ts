import type { ListLogResponse } from '../../../../../shared/console-api/log.ts';

/** An empty page covers 31 days, so these are more than the 400 days that the API lists by default. */
const MAX_PAGES = 20;

/**
 * Reads until a page has entries or the list ends. The API returns empty pages with a `next`, because it reads only some days
 * for each page.
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
