import { buildConsole } from '../../lib/console/build.ts';
import { runLocal } from '../../lib/local/run-local.ts';
import { startLocalService } from '../../lib/local/service.ts';
import { makeFunctionLoaders } from './function-loaders.ts';
import { usePatientDeadlines } from './patient-deadlines.ts';

/** The service that `npm start` runs, but in the test's own process. */
export type LocalHere = Awaited<ReturnType<typeof runLocalHere>>;

const READY = /^Ready on (?<url>http:\/\/127\.0\.0\.1:\d+)$/m;

const run = (environment: Readonly<Record<string, string>>, end: Promise<void>, onPrint: (text: string) => void) => {
  usePatientDeadlines();
  const load = makeFunctionLoaders();
  return runLocal(
    [],
    { PORT: '0', DYNAMODB_PORT: '0', ...environment },
    {
      start: (options, observers) => startLocalService(options, load, observers, buildConsole),
      end,
      print: onPrint,
      warn: onPrint,
    },
  );
};

/**
 * Runs the local service, by default with its demo, until `stop` is called. As with `runService`, only one service can run at a
 * time.
 */
export const runLocalHere = async (environment: Readonly<Record<string, string>> = {}) => {
  const end = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<string>();
  const printed: string[] = [];
  const ended = run(environment, end.promise, (text) => {
    printed.push(text);
    if (READY.test(text)) ready.resolve(text);
  });
  const failed = ended.then((code): never => {
    throw new Error(`ended with ${code} before it was ready: ${printed.join('\n')}`);
  });
  const greeting = await Promise.race([ready.promise, failed]);
  failed.catch(() => undefined);
  return {
    /** The output until the service was ready. */
    greeting: `${greeting}\n`,
    url: READY.exec(greeting)?.groups?.['url'] ?? '',
    /** Ends the service as a signal does. @returns the lines printed after the greeting */
    async stop() {
      end.resolve();
      await ended;
      return printed.filter((text) => text !== greeting);
    },
  };
};

/** Starts the service and ends it at once. */
export const tryStartHere = async (environment: Readonly<Record<string, string>>) => {
  const printed: string[] = [];
  const code = await run(environment, Promise.resolve(), (text) => printed.push(text));
  return { code, printed };
};
