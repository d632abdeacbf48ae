import type { Page } from '../../shared/domain/page.ts';

/** Reads the pages of a list until its end, or until there are `limit` items. */
export const readPages = async <Item, Position>(
  readPage: (next: Position | undefined) => Promise<Page<Item, Position>>,
  limit = Number.POSITIVE_INFINITY,
): Promise<Item[]> => {
  const items: Item[] = [];
  let next: Position | undefined;
  do {
    const page = await readPage(next);
    items.push(...page.items);
    ({ next } = page);
  } while (next !== undefined && items.length < limit);
  return items.slice(0, limit);
};
