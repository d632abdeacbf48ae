import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { LONG_DEADLINES, spawnLocal, type LocalProcess } from '../../support/spawn-local.ts';

export type KillableService = Awaited<ReturnType<typeof startKillableService>>;

const IMPORT_CLOCK = `--import ${join(import.meta.dirname, 'movable-clock.ts')}`;

const setClock = async (path: string, milliseconds: number): Promise<void> => {
  const socket = connect(path);
  socket.write(String(milliseconds));
  await text(socket);
};

/**
 * Starts the local service in a process that can be killed and restarted with the same data.
 * @param databaseUrl the URL of a DynamoDB. Default: the embedded one, which keeps data on disk and dies with the service
 */
export const startKillableService = async (databaseUrl?: string) => {
  const directory = await mkdtemp(join(tmpdir(), 'faults-'));
  const clockSocket = join(directory, 'clock');
  const crashes: string[] = [];
  let offset = 0;
  /** The port stays the same across restarts, because tokens are valid only for the address that issued them. */
  let port = '0';
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
  const settings = {
    DEMO: '0',
    DATA_DIR: directory,
    MOVABLE_CLOCK: clockSocket,
    ...(databaseUrl !== undefined && { AWS_ENDPOINT_URL_DYNAMODB: databaseUrl }),
    ...(AWS_ACCESS_KEY_ID && AWS_SECRET_ACCESS_KEY && { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }),
    NODE_OPTIONS: `--disable-warning=ExperimentalWarning ${LONG_DEADLINES} ${IMPORT_CLOCK}`,
  };
  const reportCrash = async (started: LocalProcess): Promise<void> => {
    const { stderr } = await started.ended;
    if (started.process.signalCode !== 'SIGKILL') crashes.push(stderr);
  };
  const start = async (): Promise<LocalProcess> => {
    await rm(clockSocket, { force: true });
    const started = await spawnLocal({ ...settings, PORT: port });
    ({ port } = new URL(started.url));
    void reportCrash(started);
    if (offset !== 0) await setClock(clockSocket, offset);
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
    databaseUrl: async () => databaseUrl ?? /^DynamoDB +(\S+)/m.exec((await running).greeting)?.[1] ?? '',
    async kill() {
      const killed = await running;
      running = end(killed).then(start);
      await running;
    },
    /** Sets how far the service's clock is ahead of the machine's clock. Restarts keep this difference. */
    async moveClock(milliseconds: number) {
      offset = milliseconds;
      await running;
      await setClock(clockSocket, milliseconds);
    },
    async stop() {
      await end(await running);
      await rm(directory, { recursive: true, force: true });
    },
  };
};
