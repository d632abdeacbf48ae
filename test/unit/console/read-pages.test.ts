import { describe, expect, it } from '@jest/globals';
import { readUntilFound } from '../../../lib/console/browser/components/read-pages.ts';
import type { LogEntry } from '../../../shared/console-api/log.ts';
import type { ResponseOf } from '../../../shared/console-api/schemas.ts';

const entry = {} as LogEntry;

/** Makes pages of the given sizes, and counts the requests for them. */
const startPages = (sizes: readonly number[]) => {
  let requests = 0;
  const read = async (next = '0'): Promise<ResponseOf<'listLog'>> => {
    requests += 1;
    const index = Number(next);
    const items = Array.from({ length: sizes[index] ?? 0 }, () => entry);
    return { items, ...(index + 1 < sizes.length && { next: String(index + 1) }) };
  };
  return { read, requests: () => requests };
};

describe('A filtered list', () => {
  it.each([
    ['the first page that has items, after empty pages', [0, 0, 2, 1], { items: [entry, entry], next: '3' }, 3],
    ['the first page that has items, even if it is not full', [1, 0, 1], { items: [entry], next: '1' }, 1],
    ['its end, if no page has items', [0, 0, 0], { items: [] }, 3],
    ['20 empty pages, after which it can be continued', Array<number>(30).fill(0), { items: [], next: '20' }, 20],
  ])('is read until %s', async (_, sizes, expected, requests) => {
    const pages = startPages(sizes);
    expect(await readUntilFound(pages.read, undefined)).toEqual(expected);
    expect(pages.requests()).toBe(requests);
  });

  it('is continued from the `next` of the page that was read last', async () => {
    expect(await readUntilFound(startPages([1, 0, 2]).read, '1')).toEqual({ items: [entry, entry] });
  });
});
