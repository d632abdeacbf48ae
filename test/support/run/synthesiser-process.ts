import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';

const program = join(import.meta.dirname, '../../infra/synthesiser.ts');

let child: ChildProcess | undefined;
const door = createServer({ pauseOnConnect: true });

/** Listens for tests that need a stack; the process which synthesises them starts at the first. @returns the URL */
export const openSynthesiser = async (): Promise<string> => {
  door.on('connection', (socket) => {
    child ??= fork(program, {
      // The CDK's validation is WebAssembly: optimising it takes longer than it saves. Collecting garbage in several threads
      // takes a third more CPU time in total.
      execArgv: [
        '--disable-warning=ExperimentalWarning',
        '--liftoff-only',
        '--single-threaded-gc',
        '--max-semi-space-size=64',
      ],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.send('connection', socket);
  });
  door.listen(0, '127.0.0.1').unref();
  await once(door, 'listening');
  return `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
};

export const closeSynthesiser = async (): Promise<void> => {
  door.close();
  if (child === undefined) return;
  const exit = once(child, 'exit');
  child.disconnect();
  await exit;
};
