import { join } from 'node:path';
import type { Load } from './load-client.ts';
import { startSubject, type Subject } from './subject.ts';

export interface LoadResult {
  readonly requestsASecond: number;
  /** Processor time of the server, in microseconds per request. */
  readonly cpuMicroseconds: number;
}

export const startLoadClient = (): Promise<Subject> => startSubject(join(import.meta.dirname, 'load-client.ts'), {});

/** Sends requests to a server and measures it. @throws Error if a response is not the expected one */
export const runLoad = async (client: Subject, server: Subject, load: Load): Promise<LoadResult> => {
  const before = await server.ask<number>('cpuMicroseconds');
  const milliseconds = await client.ask<number>('run', load);
  const after = await server.ask<number>('cpuMicroseconds');
  const count = load.requests.length;
  return { requestsASecond: (count * 1_000) / milliseconds, cpuMicroseconds: (after - before) / count };
};
