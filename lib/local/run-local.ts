import { parseArgs } from 'node:util';
import { CannotStartError } from './cannot-start-error.ts';
import { describeDemo } from './demo/demo.ts';
import { faultTexts, type FaultKind } from './gateway/faults.ts';
import type { ServedRequest } from './gateway/server.ts';
import { readOptions, settingTexts, type Environment, type LocalOptions } from './options.ts';
import type { LocalService, Observers } from './service.ts';

type Print = (text: string) => void;

const nameWidth = Math.max(...Object.keys(settingTexts).map((name) => name.length));
const toRows = (texts: Readonly<Record<string, string>>): string[] =>
  Object.entries(texts).map(([name, text]) => `  ${name.padEnd(nameWidth)} ${text}`);

export const help = [
  'Usage: npm start',
  '',
  'Runs the whole service on this machine until it is interrupted. Settings, with their defaults in parentheses:',
  '',
  ...toRows(settingTexts),
  '',
  'Kinds of faults in FAULTS, each with the percentage of requests that it affects:',
  '',
  ...toRows(faultTexts),
].join('\n');

const formatRequest = ({ method, path, status, milliseconds }: ServedRequest): string =>
  `${method} ${path} ${status} ${milliseconds.toFixed(0)} ms`;

const formatFailure = (functionName: string, error: unknown): string =>
  `${functionName} failed: ${error instanceof Error ? error.stack : String(error)}`;

const describeStorage = ({ databaseUrl, dataDirectory }: LocalOptions): string => {
  const content = databaseUrl === undefined ? 'data and signing keys' : 'signing keys';
  return dataDirectory === undefined
    ? `${content} in memory, lost when the service stops`
    : `${content} in ${dataDirectory}`;
};

/** Returns the line with the environment variables that the command line needs, or no line if it needs no variables. */
const describeCommandLine = (options: LocalOptions, { databaseUrl, secretsUrl, url }: LocalService): string[] => {
  const { port } = new URL(url);
  const { port: secretsPort } = new URL(secretsUrl);
  const isEmbedded = options.databaseUrl === undefined;
  const variables = [
    ...(port === '3000' ? [] : [`PORT=${port}`]),
    ...(isEmbedded ? [] : [`AWS_ENDPOINT_URL_DYNAMODB=${databaseUrl}`]),
    // Always given with another DynamoDB, at which the command line would otherwise look for the Secrets Manager.
    ...(isEmbedded && secretsPort === '8000' ? [] : [`DYNAMODB_PORT=${secretsPort}`]),
  ];
  return variables.length === 0 ? [] : [`Command line     ${variables.join(' ')} npm run -s admin -- doctor --local`];
};

const describeService = (options: LocalOptions, service: LocalService): string => {
  const { databaseUrl, secretsUrl, demo, url } = service;
  return [
    `DynamoDB         ${databaseUrl}`,
    `Secrets Manager  ${secretsUrl}`,
    `Storage          ${describeStorage(options)}`,
    `Web console      ${url}/console/`,
    `API page         ${url}/docs`,
    ...(options.faults ? [`Faults           ${JSON.stringify(options.faults)}`] : []),
    ...describeCommandLine(options, service),
    '',
    ...(demo ? [describeDemo(url, demo), ''] : []),
    `Ready on ${url}`,
  ].join('\n');
};

const wantsHelp = (args: readonly string[]): boolean => {
  try {
    return parseArgs({ args: [...args], options: { help: { type: 'boolean', short: 'h' } } }).values.help === true;
  } catch (error) {
    throw new CannotStartError((error as Error).message);
  }
};

interface LocalContext {
  /** Resolves when the service should end. */
  readonly end: Promise<void>;
  readonly print: Print;
  readonly warn: Print;
  readonly start: (options: LocalOptions, observers: Observers) => Promise<LocalService>;
}

const serveUntilEnd = async (environment: Environment, { start, end, print, warn }: LocalContext): Promise<void> => {
  const options = readOptions(environment);
  const observers = {
    onResponse: (request: ServedRequest) => print(formatRequest(request)),
    onFailure: (name: string, error: unknown) => warn(formatFailure(name, error)),
    onPrint: print,
    onFault: (functionName: string, kind: FaultKind) => print(`${functionName}: ${kind} (FAULTS)`),
  };
  const service = await start(options, observers);
  print(describeService(options, service));
  await end;
  await service.stop();
};

/**
 * Runs the service until it is interrupted.
 * @returns the exit code.
 */
export const runLocal = async (
  args: readonly string[],
  environment: Environment,
  context: LocalContext,
): Promise<number> => {
  try {
    if (wantsHelp(args)) context.print(help);
    else await serveUntilEnd(environment, context);
    return 0;
  } catch (error) {
    if (!(error instanceof CannotStartError)) throw error;
    context.warn(error.message);
    return 1;
  }
};
