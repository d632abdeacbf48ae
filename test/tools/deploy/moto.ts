import { join } from 'node:path';
import { inPython, run } from '../installed-programs.ts';
import { startProgram } from '../processes.ts';

const FOLDER = import.meta.dirname;

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

export type Moto = Awaited<ReturnType<typeof startMoto>>;

export const startMoto = async (port: number) => {
  const python = await findPython();
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/moto-api/`).then(
      ({ ok }) => ok,
      () => false,
    );
  // NODE and NODE_PATH are for the handlers of custom resources, which use the SDK of Lambda's runtime.
  const handlers = { ...process.env, NODE: process.execPath, NODE_PATH: join(FOLDER, '../../../node_modules') };
  const server = await startProgram(python, [join(FOLDER, 'moto_plus.py'), String(port)], handlers, isReady);
  const operator = {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
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
  const environment: NodeJS.ProcessEnv = operator;
  return {
    url,
    /** Options for SDK clients. */
    client: clientOf(url),
    python,
    /** Environment variables of every process that uses moto as AWS. */
    environment,
    /** Runs describe.py. @returns what it prints */
    describe: async <Description>(...words: string[]) =>
      JSON.parse(await run(python, [join(FOLDER, 'describe.py'), ...words], undefined, operator)) as Description,
    /** Errors and unsupported resource types that moto has reported since its start. */
    reportedErrors: () => server.output().match(/^\w+Error: .*|.*not supported by moto.*/gm) ?? [],
    stop: server.stop,
  };
};
