import { describe, expect, it } from '@jest/globals';
import { readEntries } from '../../../lib/console/browser/pages/log/read-entries.ts';
import type { ListLogResponse, LogEntry } from '../../../shared/console-api/log.ts';

const entry = {} as LogEntry;

/** Pages with a number of entries each, and the number of requests for them. */
const startPages = (sizes: readonly number[]) => {
  let requests = 0;
  const read = async (next = '0'): Promise<ListLogResponse> => {
    requests += 1;
    const index = Number(next);
    const items = Array.from({ length: sizes[index] ?? 0 }, () => entry);
    return { items, ...(index + 1 < sizes.length && { next: String(index + 1) }) };
  };
  return { read, requests: () => requests };
};

describe('The entries that the page Log reads', () => {
  it.each([
    ['the first page that has entries', [0, 0, 2, 1], { items: [entry, entry], next: '3' }, 3],
    ['one page, full or not', [1, 0, 1], { items: [entry], next: '1' }, 1],
    ['the end of an empty log', [0, 0, 0], { items: [] }, 3],
    [
      'no entries and where to continue, after 20 empty pages',
      Array<number>(30).fill(0),
      { items: [], next: '20' },
      20,
    ],
  ])('are %s', async (_, sizes, expected, requests) => {
    const pages = startPages(sizes);
    expect(await readEntries(pages.read, undefined)).toEqual(expected);
    expect(pages.requests()).toBe(requests);
  });

  it('continue after the previous page', async () => {
    expect(await readEntries(startPages([1, 0, 2]).read, '1')).toEqual({ items: [entry, entry] });
  });
});
