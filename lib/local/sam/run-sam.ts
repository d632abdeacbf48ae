import { CannotStartError } from '../cannot-start-error.ts';
import { HEALTHY, LOOPBACK } from '../local-server.ts';
import { readOptions, type Environment } from '../options.ts';
import { readContainerHost } from './container-host.ts';
import { startForwarder } from './forwarder.ts';
import { DEFAULT_API_PORT, HOST_NAME, runSamCommand, samArguments, TEMPLATE } from './sam-command.ts';
import { makeRequestIdsUnique } from './unique-request-ids.ts';

const samHelp = `Usage: npm run sam [-- OPTIONS]

Runs the API in Lambda's containers, with the SAM CLI and the template of the stack, on http://127.0.0.1:${DEFAULT_API_PORT}. Data, signing keys
and pushes are those of npm start, which must run in another terminal. Needs SAM CLI 1.148 or later, and Docker or Podman.

  DYNAMODB_PORT  port of the embedded DynamoDB of npm start (8000)
  DOCKER_HOST    socket of the container engine (unix:///var/run/docker.sock)

OPTIONS are those of sam local start-api, such as --port 3002 or --warm-containers LAZY.`;

interface SamContext {
  /** Resolves when SAM should end. */
  readonly end: Promise<void>;
  readonly print: (text: string) => void;
  readonly warn: (text: string) => void;
  /** The directory of the template and the bundles. */
  readonly outputDirectory: string;
  /** Writes the template and the bundles. @returns the exit code */
  readonly synthesise: (settings: Readonly<Record<string, string>>) => Promise<number>;
}

const TIMEOUT_MILLISECONDS = 10_000;

/** Finds the port of the embedded DynamoDB. @throws CannotStartError unless the one of npm start responds there */
const findDatabasePort = async (environment: Environment): Promise<number> => {
  const { databasePort: port, databaseUrl } = readOptions(environment);
  if (databaseUrl !== undefined) {
    throw new CannotStartError(
      'npm run sam uses the embedded DynamoDB only: run npm start without AWS_ENDPOINT_URL_DYNAMODB, and unset it here.',
    );
  }
  const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
  const health = await fetch(`http://${LOOPBACK}:${port}`, { signal })
    .then((response) => response.text())
    .catch(() => undefined);
  if (health === HEALTHY) return port;
  throw new CannotStartError(
    `The DynamoDB of npm start does not respond on port ${port}: run npm start in another terminal first, and set DYNAMODB_PORT if it printed another port for DynamoDB.`,
  );
};

/** The containers have this machine's processor type. */
const templateSettings = (databasePort: number) => ({
  stage: 'dev',
  console: 'false',
  awsEndpointUrl: `http://${HOST_NAME}:${databasePort}`,
  architecture: process.arch === 'arm64' ? 'arm64' : 'x86_64',
});

const serve = async (args: readonly string[], environment: Environment, context: SamContext): Promise<number> => {
  const port = await findDatabasePort(environment);
  const host = await readContainerHost(environment);
  const stopForwarder = host === 'host-gateway' ? undefined : await startForwarder(host, port);
  try {
    if (host !== 'host-gateway') context.print(`Containers reach port ${port} of this machine at ${host.address}.`);
    const code = await context.synthesise(templateSettings(port));
    if (code !== 0) return code;
    makeRequestIdsUnique(context.outputDirectory, TEMPLATE);
    return await runSamCommand(samArguments(context.outputDirectory, host, args), environment, context.end);
  } finally {
    stopForwarder?.();
  }
};

/**
 * Runs the functions in Lambda's containers until the user interrupts the program.
 * @param args the options of `sam local start-api`
 * @returns the exit code
 */
export const runSam = async (
  args: readonly string[],
  environment: Environment,
  context: SamContext,
): Promise<number> => {
  try {
    if (!args.includes('--help') && !args.includes('-h')) return await serve(args, environment, context);
    context.print(samHelp);
    return 0;
  } catch (error) {
    if (!(error instanceof CannotStartError)) throw error;
    context.warn(error.message);
    return 1;
  }
};
