import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { makeChecks, printResult, type Checks } from '../deploy/checks.ts';
import { cacheFolder } from '../installed-programs.ts';
import { readOptions } from '../read-options.ts';
import { openEngine, type ContainerEngine } from './container-engine.ts';
import { driveApi } from './drive-api.ts';
import { IMAGE, makeLambdaImage } from './lambda-image.ts';
import { findObstacle, prepareRuntimeClient, prepareSam } from './requirements.ts';
import { findFreePort, startApi } from './running-api.ts';

readOptions(`Usage: npm run test:sam

Runs npm start and npm run sam, and uses every route of the API in containers: log-in, refresh, check-ins with a push, batch, sync, the
errors, and several requests at once.

Needs Linux and Python 3.10 or later with venv. If DOCKER_HOST is set, it uses the engine at that address. Otherwise, as root,
it starts its own Podman, from Debian's packages podman, runc, iptables, netavark and containernetworking-plugins. With
neither, the test is skipped. The first run installs the SAM CLI (from PyPI) and Lambda's runtime client (from npm) into
${cacheFolder}. The container image is built locally, and nothing else is downloaded.`);

interface Tools {
  readonly engine: ContainerEngine;
  /** The folder of the command `sam`. */
  readonly samFolder: string;
  /** The folder for temporary files. */
  readonly folder: string;
  /** The port of the embedded DynamoDB. */
  readonly databasePort: string;
}

const drive = async ({ engine, samFolder, folder, databasePort }: Tools, checks: Checks): Promise<void> => {
  const environment = {
    ...process.env,
    PATH: `${samFolder}${delimiter}${process.env['PATH']}`,
    DOCKER_HOST: engine.dockerHost,
    DYNAMODB_PORT: databasePort,
    // SAM stores its settings in the home folder.
    HOME: folder,
  };
  const api = await startApi(environment, ['--skip-pull-image', '--invoke-image', IMAGE]);
  try {
    await driveApi(api, { checks, folder });
  } finally {
    await api.stop();
  }
};

const main = async (): Promise<number> => {
  const obstacle = findObstacle();
  if (obstacle !== undefined) {
    console.log(`Skipped: ${obstacle}`);
    return 0;
  }
  const began = Date.now();
  const samFolder = await prepareSam();
  const folder = mkdtempSync(join(tmpdir(), 'test-sam-'));
  const engine = await openEngine(join(folder, 'podman'));
  const databasePort = String(await findFreePort());
  const checks = makeChecks(console.log);
  try {
    await makeLambdaImage(engine, await prepareRuntimeClient(), folder);
    await drive({ engine, samFolder, folder, databasePort }, checks);
  } catch (error) {
    checks.check('the test ran to its end', false, String(error));
  } finally {
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return printResult(checks, began);
};

process.exit(await main());
