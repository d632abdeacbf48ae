/** One page of a list, as the API returns it. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Where the next page begins; absent on the last page. */
  readonly next?: string | undefined;
}

type Read<P> = (next: string | undefined) => Promise<P>;

/** Yields the pages of a list. @param start the `next` of the previous page; undefined for the first page */
export async function* readPages<P extends Page<unknown>>(read: Read<P>, maxPages: number, start?: string) {
  let next = start;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page = await read(next);
    yield page;
    next = page.next;
    if (next === undefined) return;
  }
}

/** The API examines 800 to 1,000 items per page, so 20 pages cover at least 16,000. */
const MAX_EMPTY_PAGES = 20;

/**
 * Reads until a page has items or the list ends. The API returns an empty page with a `next` if no item that it examined
 * matches the filter.
 * @returns no items and a `next` if even {@link MAX_EMPTY_PAGES} pages were empty
 */
export const readUntilFound = async <Item>(read: Read<Page<Item>>, start?: string): Promise<Page<Item>> => {
  let last: Page<Item> = { items: [] };
  for await (const page of readPages(read, MAX_EMPTY_PAGES, start)) {
    if (page.items.length > 0) return page;
    last = page;
  }
  return last;
};
