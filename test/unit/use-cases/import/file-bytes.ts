import { readLines, type Line } from '../../../../shared/use-cases/import/read-lines.ts';

/** Yields the content of a file in chunks of `chunkSize` bytes. */
export async function* fileBytes(content: string | Buffer, chunkSize = 7): AsyncGenerator<string> {
  const bytes = Buffer.from(content).toString('latin1');
  for (let start = 0; start < bytes.length; start += chunkSize) yield bytes.slice(start, start + chunkSize);
}

export const fileLines = (content: string | Buffer, chunkSize?: number): AsyncGenerator<Line, void> =>
  readLines(fileBytes(content, chunkSize));

export const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
};
