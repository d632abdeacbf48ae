import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inPython } from '../installed-programs.ts';
import { watchProcess } from '../processes.ts';

const FOLDER = import.meta.dirname;
/** One attempt to connect every half second. On a busy machine, moto takes minutes to load its many modules. */
const START_ATTEMPTS = 600;

const REQUIREMENTS = ['moto[server,all]==5.2.5', 'boto3'];

/** Returns the Python of the virtual environment MOTO_VENV (default: one in the cache). The first run installs moto there. */
const findPython = async (): Promise<string> => {
  const { MOTO_VENV: venv } = process.env;
  return join(venv ? join(venv, 'bin') : await inPython('moto', ...REQUIREMENTS), 'python');
};

const clientOf = (endpoint: string) => ({
  endpoint,
  region: 'eu-central-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});

export interface Moto {
  readonly url: string;
  /** Options for SDK clients. */
  readonly client: ReturnType<typeof clientOf>;
  /** Environment variables of every process that uses moto as AWS. */
  readonly environment: NodeJS.ProcessEnv;
  readonly python: string;
  /** Deletes all created resources. */
  readonly reset: () => Promise<void>;
  /** Errors and unsupported resource types that moto has reported since its start. */
  readonly reportedErrors: () => string[];
  readonly stop: () => void;
}

export const startMoto = async (port: number): Promise<Moto> => {
  const python = await findPython();
  const url = `http://127.0.0.1:${port}`;
  const server = watchProcess(
    spawn(python, [join(FOLDER, 'moto_plus.py'), String(port)], {
      // NODE and NODE_PATH are for the handlers of custom resources, which use the SDK of Lambda's runtime.
      env: { ...process.env, NODE: process.execPath, NODE_PATH: join(FOLDER, '../../../node_modules') },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  const isReady = () =>
    fetch(`${url}/moto-api/`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let attempt = 0; !(await isReady()); attempt += 1) {
    if (attempt === START_ATTEMPTS || server.hasEnded()) {
      server.stop();
      throw new Error(`moto did not start:\n${server.output()}`);
    }
    await setTimeout(500);
  }
  return {
    url,
    client: clientOf(url),
    python,
    environment: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      AWS_ENDPOINT_URL: url,
      // moto reads the bucket of a template from the first label of the host name. It does not call the host.
      AWS_ENDPOINT_URL_S3_FOR_CLOUDFORMATION: 'https://s3.eu-central-1.amazonaws.com',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_REGION: 'eu-central-1',
      AWS_DEFAULT_REGION: 'eu-central-1',
      AWS_EC2_METADATA_DISABLED: 'true',
      CDK_DISABLE_VERSION_CHECK: '1',
      CDK_CLI_DISABLE_TELEMETRY: 'true',
      NO_COLOR: '1',
      CI: '1',
    },
    reset: async () => {
      await fetch(`${url}/moto-api/reset`, { method: 'POST' });
    },
    reportedErrors: () => server.output().match(/^\w+Error: .*|.*not supported by moto.*/gm) ?? [],
    stop: server.stop,
  };
};
