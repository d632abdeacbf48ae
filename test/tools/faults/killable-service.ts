import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { spawnLocal, type LocalProcess } from '../../support/spawn-local.ts';

/** The local service in a separate process, which is restarted whenever it is killed. */
export interface KillableService {
  /** The stderr output of each crash. */
  readonly crashes: readonly string[];
  /** Waits if it is being restarted. */
  url(): Promise<string>;
  /** Of its Secrets Manager. Waits if it is being restarted. */
  secretsUrl(): Promise<string>;
  kill(): void;
  /** Sets the difference of its clock from the machine's, also after a restart. */
  moveClock(milliseconds: number): Promise<void>;
  stop(): Promise<void>;
}

const preload = (module: string): string => `--import ${join(import.meta.dirname, module)}`;

/** Without a sabotage its module is not loaded: it takes a quarter of the time of a start. */
const nodeOptions = ({ SABOTAGE = '' }: Readonly<Record<string, string>>): string =>
  [
    '--disable-warning=ExperimentalWarning',
    ...['movable-clock.ts', ...(SABOTAGE === '' ? [] : ['sabotage.ts']), 'preload-longer-deadlines.ts'].map(preload),
  ].join(' ');

const SECRETS = /^Secrets Manager +(?<url>\S+)$/m;

const setClock = async (path: string, milliseconds: number): Promise<void> => {
  const socket = connect(path);
  socket.write(String(milliseconds));
  await text(socket);
};

const endWith = async (service: LocalProcess): Promise<void> => {
  service.process.kill('SIGKILL');
  await service.ended;
};

/** @param directory holds its clock and its signing keys */
export const startKillableService = async (
  directory: string,
  settings: Readonly<Record<string, string>>,
): Promise<KillableService> => {
  const crashes: string[] = [];
  const clock = join(directory, 'clock');
  let offsetMilliseconds = 0;

  const reportCrash = async (started: LocalProcess): Promise<void> => {
    const { stderr } = await started.ended;
    if (started.process.signalCode !== 'SIGKILL') crashes.push(stderr);
  };
  const start = async (): Promise<LocalProcess> => {
    await rm(clock, { force: true });
    const environment = { ...settings, DATA_DIR: directory, MOVABLE_CLOCK: clock };
    const started = await spawnLocal({ ...environment, NODE_OPTIONS: nodeOptions(settings) });
    void reportCrash(started);
    if (offsetMilliseconds !== 0) await setClock(clock, offsetMilliseconds);
    return started;
  };

  let running: LocalProcess | undefined = await start();
  let service: Promise<LocalProcess> = Promise.resolve(running);
  const restart = async (killed: LocalProcess): Promise<LocalProcess> => {
    await endWith(killed);
    return (running = await start());
  };

  return {
    crashes,
    url: async () => (await service).url,
    secretsUrl: async () => SECRETS.exec((await service).greeting)?.groups?.['url'] ?? '',
    kill() {
      if (!running) return;
      service = restart(running);
      running = undefined;
    },
    async moveClock(milliseconds) {
      offsetMilliseconds = milliseconds;
      await service;
      await setClock(clock, milliseconds);
    },
    stop: async () => endWith(await service),
  };
};
