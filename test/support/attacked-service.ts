import { localEnvironment } from '../../lib/cli/connection/local-environment.ts';
import { startEmbeddedDatabase } from '../../lib/local/embedded-database.ts';
import { makeFunctionContext } from '../../lib/local/gateway/call-function.ts';
import { openGateway } from '../../lib/local/gateway/server.ts';
import { prepareDatabase } from '../../lib/local/local-stores.ts';
import { makeHandlers } from '../../lib/local/service.ts';
import { consoleDeadline } from '../../shared/http/deadline.ts';
import { routes } from '../../shared/routes.ts';
import { variableOf } from '../../shared/settings.ts';
import { startConsoleService, type ConsoleService } from './console-service.ts';
import { startFaultyDatabase, type Call, type FaultyDatabase } from './faulty-database.ts';
import { makeFunctionLoaders } from './function-loaders.ts';
import { waitUntil } from './wait-until.ts';

/**
 * Faults that can be injected into one write of a request:
 * - `hold`: The write waits until `meanwhile` has finished.
 * - `stray`: The connection is cut, the SDK sends the write again, and the first copy arrives after `meanwhile` has finished.
 * - `lose`: The write is performed, but its response is lost.
 */
export const writeFaults = ['hold', 'stray', 'lose'] as const;
export type WriteFault = (typeof writeFaults)[number];

/** The console's API and the gates' API, with a fault-injecting proxy in front of the database. */
export interface AttackedService extends ConsoleService {
  /** The base URL of the gates' API. */
  readonly gateUrl: string;
  readonly databaseProxy: FaultyDatabase;
  /** Sends a request without a fault. @returns how many writes the request makes */
  countWrites(send: () => Promise<unknown>): Promise<number>;
  /**
   * Sends a request, and injects the fault into its write number `index` (from 0). Runs `meanwhile` while this write is on hold
   * or, for the other faults, after the response.
   */
  attack<Response>(
    fault: WriteFault,
    index: number,
    send: () => Promise<Response>,
    meanwhile?: () => Promise<unknown>,
  ): Promise<Response>;
  /** Runs the function `housekeeping` once. */
  runHousekeeping(): Promise<void>;
}

const isWrite = ({ operation }: Call): boolean => /^(Put|Update|Delete|BatchWrite|TransactWrite)/.test(operation);

/** Starts the service. Only one can run at a time, because the functions read their settings from `process.env`. */
export const startAttackedService = async (): Promise<AttackedService> => {
  const database = await startEmbeddedDatabase({ port: 0 });
  const databaseProxy = await startFaultyDatabase(database.url);
  Object.assign(process.env, localEnvironment({ ...process.env, AWS_ENDPOINT_URL_DYNAMODB: database.url }));
  await prepareDatabase(database.url);
  const service = await startConsoleService({ urlForFunctions: databaseProxy.url, urlForTest: database.url });
  const load = makeFunctionLoaders();
  const gateway = await openGateway(0);
  process.env[variableOf('tokenIssuer')] = gateway.url;
  gateway.serve({
    routes,
    handlers: makeHandlers(load),
    functionTimeoutMilliseconds: consoleDeadline.functionTimeoutMilliseconds,
    onFailure: (_, error) => console.error(error),
    onResponse: () => undefined,
  });

  return {
    ...service,
    gateUrl: gateway.url,
    databaseProxy,
    async countWrites(send) {
      databaseProxy.inject(() => 'none');
      await send();
      return databaseProxy.calls().filter(isWrite).length;
    },
    async attack(fault, index, send, meanwhile = async () => undefined) {
      let writes = 0;
      let isInjected = false;
      databaseProxy.inject((call) => {
        if (!isWrite(call)) return 'none';
        writes += 1;
        if (writes !== index + 1) return 'none';
        isInjected = true;
        return fault;
      });
      let isAnswered = false;
      const sent = send().finally(() => {
        isAnswered = true;
      });
      await waitUntil(() => isAnswered || (fault === 'hold' && isInjected));
      await meanwhile();
      await databaseProxy.release();
      await sent.catch(() => undefined);
      if (!isInjected) throw new Error(`The request made ${writes} writes: there is no write ${index + 1} to attack.`);
      return sent;
    },
    async runHousekeeping() {
      const { handler } = await load.housekeeping();
      await handler({}, makeFunctionContext('housekeeping', consoleDeadline.functionTimeoutMilliseconds));
    },
    async stop() {
      await gateway.stop();
      await service.stop();
      await databaseProxy.stop();
      await database.stop();
    },
  };
};
