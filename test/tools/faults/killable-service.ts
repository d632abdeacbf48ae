import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LONG_DEADLINES, spawnLocal, type LocalProcess } from '../../support/spawn-local.ts';

export type KillableService = Awaited<ReturnType<typeof startKillableService>>;

/** Starts the local service and its database in a process that can be killed and restarted with the same data. */
export const startKillableService = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'faults-'));
  const crashes: string[] = [];
  /** The port stays the same across restarts, because tokens are valid only for the address that issued them. */
  let port = '0';
  const settings = {
    DEMO: '0',
    DATA_DIR: directory,
    NODE_OPTIONS: `--disable-warning=ExperimentalWarning ${LONG_DEADLINES}`,
  };
  const reportCrash = async (started: LocalProcess): Promise<void> => {
    const { stderr } = await started.ended;
    if (started.process.signalCode !== 'SIGKILL') crashes.push(stderr);
  };
  const start = async (): Promise<LocalProcess> => {
    const started = await spawnLocal({ ...settings, PORT: port });
    ({ port } = new URL(started.url));
    void reportCrash(started);
    return started;
  };
  const end = async (service: LocalProcess): Promise<void> => {
    service.process.kill('SIGKILL');
    await service.ended;
  };

  let running = start();
  await running;
  return {
    /** The stderr output of each process that ended without a kill. */
    crashes,
    /** Waits until a restart has finished. */
    url: async () => (await running).url,
    databaseUrl: async () => /^DynamoDB +(\S+)/m.exec((await running).greeting)?.[1] ?? '',
    async kill() {
      const killed = await running;
      running = end(killed).then(start);
      await running;
    },
    async stop() {
      await end(await running);
      await rm(directory, { recursive: true, force: true });
    },
  };
};
