interface AnyPage {
  readonly next?: unknown;
}

/**
 * Reads a list to its end. @returns its pages
 * @param first where the first page begins; default: at the start of the list
 */
export const readPages = async <One extends AnyPage>(
  read: (next: One['next']) => Promise<One>,
  first?: One['next'],
): Promise<One[]> => {
  const pages = [await read(first)];
  for (let page = pages[0]; page?.next !== undefined; page = pages.at(-1)) {
    if (pages.length === 1_000) throw new Error('the list has no end');
    pages.push(await read(page.next));
  }
  return pages;
};

/** Reads a list to its end. @returns what is on all its pages */
export const readToEnd = async <Item, Next>(
  read: (next: Next | undefined) => Promise<{ readonly items: readonly Item[]; readonly next?: Next | undefined }>,
): Promise<Item[]> => (await readPages(read)).flatMap(({ items }) => items);
