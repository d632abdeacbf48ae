import { makeFunctionContext } from '../../lib/local/gateway/call-function.ts';
import { makeHandlers } from '../../lib/local/service.ts';
import { consoleDeadline } from '../../shared/rules/deadline.ts';
import { routes } from '../../shared/routes.ts';
import { variableOf } from '../../shared/settings.ts';
import { serveFunctions, startConsoleService } from './console-service.ts';
import { makeFaultyWrites, type WriteFault } from './faulty-writes.ts';
import { makeFunctionLoaders } from './function-loaders.ts';
import { waitUntil } from './wait-until.ts';

export type AttackedService = Awaited<ReturnType<typeof startAttackedService>>;

/**
 * Starts the console's API and the gates' API, on a database in memory whose writes can fail. Only one can run at a time, because
 * the functions read their settings from `process.env`.
 */
export const startAttackedService = async () => {
  const service = await startConsoleService();
  const faultyWrites = makeFaultyWrites();
  const load = makeFunctionLoaders();
  const gateway = await serveFunctions({ routes, handlers: makeHandlers(load) });
  process.env[variableOf('tokenIssuer')] = gateway.url;

  return {
    ...service,
    ...faultyWrites,
    /** The base URL of the gates' API. */
    gateUrl: gateway.url,
    /** Sends a request without a fault. @returns how many writes the request makes */
    async countWrites(send: () => Promise<unknown>) {
      let writes = 0;
      faultyWrites.inject(() => {
        writes += 1;
        return 'none';
      });
      await send();
      return writes;
    },
    /**
     * Sends a request, and injects the fault into its write number `index` (from 0). Runs `meanwhile` while this write is on hold
     * or, for the other faults, after the response.
     */
    async attack<Response>(
      fault: WriteFault,
      index: number,
      send: () => Promise<Response>,
      meanwhile: () => Promise<unknown> = async () => undefined,
    ) {
      let writes = 0;
      faultyWrites.inject(() => {
        writes += 1;
        return writes === index + 1 ? fault : 'none';
      });
      let isAnswered = false;
      const sent = send().finally(() => {
        isAnswered = true;
      });
      await waitUntil(() => isAnswered || (fault === 'hold' && writes > index));
      await meanwhile();
      await faultyWrites.release();
      const response = await sent;
      if (writes <= index)
        throw new Error(`The request made ${writes} writes: there is no write ${index + 1} to attack.`);
      return response;
    },
    /** Runs the function `housekeeping` once. */
    async runHousekeeping() {
      const { handler } = await load.housekeeping();
      await handler({}, makeFunctionContext('housekeeping', consoleDeadline.functionTimeoutMilliseconds));
    },
    async stop() {
      await gateway.stop();
      await service.stop();
    },
  };
};
