import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inPython } from '../installed-programs.ts';
import { startProgram } from '../processes.ts';

/** The Python of the virtual environment MOTO_VENV, if it is set but does not exist. */
export const findMissingPython = (): string[] => {
  const { MOTO_VENV: venv } = process.env;
  return venv ? [join(venv, 'bin/python')].filter((python) => !existsSync(python)) : [];
};

/** Returns the Python of the virtual environment MOTO_VENV (default: one in the cache). The first run installs moto there. */
const findPython = async (): Promise<string> => {
  const { MOTO_VENV: venv } = process.env;
  return join(venv ? join(venv, 'bin') : await inPython('moto', 'moto[server,all]==5.2.5', 'boto3'), 'python');
};

export type Moto = Awaited<ReturnType<typeof startMoto>>;

export const startMoto = async (port: number) => {
  const python = await findPython();
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/moto-api/`).then(
      ({ ok }) => ok,
      () => false,
    );
  const words = [join(import.meta.dirname, 'moto_plus.py'), String(port)];
  const server = await startProgram(python, words, process.env, isReady);
  /** Environment variables of every process that uses moto as AWS. */
  const environment: NodeJS.ProcessEnv = {
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
  };
  return {
    url,
    python,
    environment,
    /** Options for SDK clients. */
    client: {
      endpoint: url,
      region: 'eu-central-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    },
    /** The last error that moto has reported. */
    lastError: () =>
      server
        .output()
        .match(/^\w+Error: .*|.*not supported by moto.*/gm)
        ?.at(-1),
    stop: server.stop,
  };
};
