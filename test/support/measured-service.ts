import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { spawnLocal } from './spawn-local.ts';

/** The memory of a process, and the part that JavaScript uses after a garbage collection, in bytes. */
export type MemoryUse = Readonly<Pick<NodeJS.MemoryUsage, 'rss' | 'heapUsed'>>;

/** The local service in a separate process whose memory can be measured. */
export interface MeasuredService {
  readonly url: string;
  /** The service's stderr output, available once the service has ended. */
  readonly stderr: Promise<string>;
  measureMemory(): Promise<MemoryUse>;
  isAlive(): boolean;
  stop(): Promise<void>;
}

const reporter = join(import.meta.dirname, 'report-memory.ts');
const NODE_OPTIONS = `--disable-warning=ExperimentalWarning --expose-gc --import ${reporter}`;

export const startMeasuredService = async (settings: Readonly<Record<string, string>>): Promise<MeasuredService> => {
  const directory = await mkdtemp(join(tmpdir(), 'memory-'));
  const MEMORY_SOCKET = join(directory, 'memory');
  const { url, process: child, ended } = await spawnLocal({ ...settings, MEMORY_SOCKET, NODE_OPTIONS });
  return {
    url,
    stderr: ended.then(({ stderr }) => stderr),
    measureMemory: async () => JSON.parse(await text(connect(MEMORY_SOCKET))) as MemoryUse,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    async stop() {
      child.kill();
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
};
