import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';

const program = join(import.meta.dirname, '../../infra/synthesiser.ts');

let child: ChildProcess | undefined;
const server = createServer({ pauseOnConnect: true });

/** Listens for tests that need a stack. The first such test starts the process that synthesises stacks. @returns the URL */
export const openSynthesiser = async (): Promise<string> => {
  server.on('connection', (socket) => {
    child ??= fork(program, {
      // The CDK's validation is WebAssembly, and optimising it takes more time than it saves. Collecting garbage in several
      // threads takes a third more CPU time than in one.
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
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

export const closeSynthesiser = async (): Promise<void> => {
  server.close();
  if (child === undefined) return;
  const exit = once(child, 'exit');
  child.disconnect();
  await exit;
};
