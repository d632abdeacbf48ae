import { startBackend } from '../../../../../lib/local/backend.ts';
import { functionEnvironment } from '../../../../../lib/local/function-environment.ts';
import { openGateway } from '../../../../../lib/local/gateway/server.ts';
import { readOptions } from '../../../../../lib/local/options.ts';
import { prepareDatabase } from '../../../../../lib/local/local-stores.ts';
import { makeHandlers } from '../../../../../lib/local/service.ts';
import { requestDeadline } from '../../../../../shared/http/deadline.ts';
import { routes } from '../../../../../shared/routes.ts';
import { makeFunctionLoaders } from '../../../../support/function-loaders.ts';
import { serveCommands } from '../../harness/serve-commands.ts';
import { makeLoopWatch } from '../../harness/watch-loop.ts';

/**
 * The service over HTTP: the functions that are deployed, behind the local gateway. Unlike on a developer's machine, it prints no
 * line for each request and sends no pushes.
 */
const options = readOptions({ ...process.env, PORT: '0' });
const { databaseUrl, secretsUrl } = await startBackend(options, () => undefined);
const environment = functionEnvironment(options.lifetimes, { databaseUrl, secretsUrl }, process.env);
Object.assign(process.env, environment);
await prepareDatabase(databaseUrl);
const gateway = await openGateway(0);
gateway.serve({
  routes,
  handlers: makeHandlers(makeFunctionLoaders()),
  functionTimeoutMilliseconds: requestDeadline.functionTimeoutMilliseconds,
  onResponse: () => undefined,
  onFailure: (name, error) => console.error(name, error),
});

/** Environment variables for a function that uses the same data. */
const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
const account = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };

serveCommands({ ...makeLoopWatch(), url: () => gateway.url, environment: () => ({ ...environment, ...account }) });
