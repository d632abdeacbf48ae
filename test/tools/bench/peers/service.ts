/** Runs the service's functions behind the local gateway, without pushes and without a log line for each request. */
import { startBackend } from '../../../../lib/local/backend.ts';
import { functionEnvironment } from '../../../../lib/local/function-environment.ts';
import { openGateway } from '../../../../lib/local/gateway/server.ts';
import { prepareDatabase } from '../../../../lib/local/local-stores.ts';
import { readOptions } from '../../../../lib/local/options.ts';
import { makeHandlers } from '../../../../lib/local/service.ts';
import { requestDeadline } from '../../../../shared/rules/deadline.ts';
import { routes } from '../../../../shared/routes.ts';
import { variableOf } from '../../../../shared/settings.ts';
import { makeFunctionLoaders } from '../../../support/function-loaders.ts';
import { usePatientDeadlines } from '../../../support/patient-deadlines.ts';
import { answerBench } from '../harness/answer-bench.ts';

// With long deadlines, a busy machine makes the figures worse, but no benchmark fails.
usePatientDeadlines();
const options = readOptions({ ...process.env, PORT: '0' });
const endpoints = await startBackend(options, () => undefined);
Object.assign(process.env, functionEnvironment(options.lifetimes, endpoints, process.env));
await prepareDatabase(endpoints.databaseUrl);
const gateway = await openGateway(0);
process.env[variableOf('tokenIssuer')] = gateway.url;
gateway.serve({
  routes,
  handlers: makeHandlers(makeFunctionLoaders()),
  functionTimeoutMilliseconds: requestDeadline.functionTimeoutMilliseconds,
  onResponse: () => undefined,
  onFailure: (name, error) => console.error(name, error),
});
answerBench(gateway.url);
