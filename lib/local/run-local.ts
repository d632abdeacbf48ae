import { parseArgs } from 'node:util';
import { apiPageRoutes } from './api-pages.ts';
import { CannotStartError } from './cannot-start-error.ts';
import { describeDemo } from './demo/describe-demo.ts';
import type { ServedRequest } from './gateway/server.ts';
import { readOptions, settingTexts, type Environment, type LocalOptions } from './options.ts';
import { startLocalService, type LocalService } from './service.ts';

/** Prints one line, or more. */
export type Print = (text: string) => void;

export const help = [
  'Usage: npm start',
  '',
  'Runs the whole service on this machine until it is interrupted. Settings, with what holds where they are not set:',
  '',
  ...Object.entries(settingTexts).map(([name, text]) => `  ${name.padEnd(26)} ${text}`),
].join('\n');

const formatRequest = ({ method, path, status, milliseconds }: ServedRequest): string =>
  `${method} ${path} ${status} ${milliseconds.toFixed(0)} ms`;

const formatFailure = (functionName: string, error: unknown): string =>
  `${functionName} failed: ${error instanceof Error ? error.stack : String(error)}`;

const describeStorage = ({ databaseUrl, dataDirectory }: LocalOptions): string => {
  const what = databaseUrl === undefined ? 'data and signing keys' : 'signing keys';
  return dataDirectory === undefined ? `${what} in memory: gone when this ends` : `${what} in ${dataDirectory}`;
};

const describeService = (options: LocalOptions, { databaseUrl, secretsUrl, demo, url }: LocalService): string =>
  [
    `DynamoDB         ${databaseUrl}`,
    `Secrets Manager  ${secretsUrl}`,
    `Kept             ${describeStorage(options)}`,
    `API described    ${url}${apiPageRoutes.docs.path}`,
    '',
    ...(demo ? [describeDemo(url, demo), ''] : []),
    `Ready on ${url}`,
  ].join('\n');

const wantsHelp = (args: readonly string[]): boolean => {
  try {
    return parseArgs({ args: [...args], options: { help: { type: 'boolean', short: 'h' } } }).values.help === true;
  } catch (error) {
    throw new CannotStartError((error as Error).message);
  }
};

const serveUntil = async (end: Promise<void>, environment: Environment, print: Print, warn: Print): Promise<void> => {
  const options = readOptions(environment);
  const service = await startLocalService(options, {
    onResponse: (request) => print(formatRequest(request)),
    onFailure: (functionName, error) => warn(formatFailure(functionName, error)),
    onPush: print,
  });
  print(describeService(options, service));
  await end;
  await service.stop();
};

/** Runs the service until `end`. @returns the exit code. */
export const runLocal = async (
  args: readonly string[],
  environment: Environment,
  { end, print, warn }: { end: Promise<void>; print: Print; warn: Print },
): Promise<number> => {
  try {
    if (wantsHelp(args)) print(help);
    else await serveUntil(end, environment, print, warn);
    return 0;
  } catch (error) {
    if (!(error instanceof CannotStartError)) throw error;
    warn(error.message);
    return 1;
  }
};
