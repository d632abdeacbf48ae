import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { makeSender } from '../drive-api/send.ts';
import { isInstalled } from '../installed-programs.ts';
import { runCommand, startProgram } from '../processes.ts';
import { runTool } from '../run-tool.ts';
import { driveApi } from './drive-api.ts';

const HELP = `Usage: npx node test/tools/sam/run-sam-test.ts [-- OPTIONS]

Runs npm start and npm run sam, and uses every route of the API in containers: log-in, refresh, check-ins with a push, batch,
sync, and several requests at once. Needs the SAM CLI and a container engine, like npm run sam; DOCKER_HOST names its socket.

OPTIONS are those of sam local start-api, such as --skip-pull-image.`;

const findFreePort = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return String(port);
};

await runTool({
  help: HELP,
  options: {},
  missing: () => (isInstalled('sam') ? [] : ['the SAM CLI']),
  run: async ({ checks, folder, defer, positionals: options }) => {
    const environment = { ...process.env, PORT: await findFreePort(), DYNAMODB_PORT: await findFreePort() };
    const service = await startProgram(process.execPath, ['bin/local.ts'], environment, (output) =>
      output.includes('Ready on'),
    );
    defer(service.stop);
    const apiPort = await findFreePort();
    const url = `http://127.0.0.1:${apiPort}`;
    // SAM stores its settings in the home folder.
    const inFolder = { ...environment, HOME: folder };
    const words = ['run', '--silent', 'sam', '--', '--port', apiPort, ...options];
    const sam = await startProgram('npm', words, inFolder, (output) => output.includes(`Running on ${url}`));
    defer(sam.stop);
    const tryAdmin = (...more: string[]) =>
      runCommand(process.execPath, ['bin/admin.ts', ...more, '--local', '--json'], environment);
    const { send } = makeSender(url);
    await driveApi({ service, sam, send, tryAdmin }, { checks, folder });
  },
});
