import { delimiter, join } from 'node:path';
import { cacheFolder } from '../installed-programs.ts';
import { runTool } from '../run-tool.ts';
import { openEngine } from './container-engine.ts';
import { driveApi } from './drive-api.ts';
import { IMAGE, makeLambdaImage } from './lambda-image.ts';
import { missingPrograms, prepareRuntimeClient, prepareSam } from './requirements.ts';
import { startApi } from './running-api.ts';

const HELP = `Usage: npm run test:sam

Runs npm start and npm run sam, and uses every route of the API in containers: log-in, refresh, check-ins with a push, batch, sync, the
errors, and several requests at once.

Needs Linux and Python 3.10 or later with venv. If DOCKER_HOST is set, it uses the engine at that address. Otherwise, as root,
it starts its own Podman, from Debian's packages podman, runc, iptables, netavark and containernetworking-plugins. The first run
installs the SAM CLI (from PyPI) and Lambda's runtime client (from npm) into ${cacheFolder}.
The container image is built locally, and nothing else is downloaded.`;

await runTool({
  help: HELP,
  missing: missingPrograms,
  run: async ({ checks, folder, defer }) => {
    const samFolder = await prepareSam();
    const engine = await openEngine(join(folder, 'podman'));
    defer(engine.stop);
    await makeLambdaImage(engine, await prepareRuntimeClient(), folder);
    const environment = {
      ...process.env,
      PATH: `${samFolder}${delimiter}${process.env['PATH']}`,
      DOCKER_HOST: engine.dockerHost,
      // SAM stores its settings in the home folder.
      HOME: folder,
    };
    const api = await startApi(environment, ['--skip-pull-image', '--invoke-image', IMAGE], defer);
    await driveApi(api, { checks, folder });
  },
});
