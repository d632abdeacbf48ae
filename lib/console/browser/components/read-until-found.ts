/** A part of a list that the API returns. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Where the next page begins; absent on the last one. */
  readonly next?: string | undefined;
}

/** A page of the API looks at 800 to 1,000 items, so these are 16,000 and more. */
const MAX_PAGES = 20;

/**
 * Reads until a page has items or the list ends. The API returns an empty page with a `next` if nothing that it looked at matches the
 * filter.
 * @returns no items and a `next` if even {@link MAX_PAGES} pages were empty
 */
export const readUntilFound = async <Item>(
  read: (next: string | undefined) => Promise<Page<Item>>,
  next: string | undefined,
): Promise<Page<Item>> => {
  let page = await read(next);
  for (let pages = 1; pages < MAX_PAGES && page.items.length === 0 && page.next !== undefined; pages += 1) {
    page = await read(page.next);
  }
  return page;
};
