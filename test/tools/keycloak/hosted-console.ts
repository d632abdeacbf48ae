import type { IncomingMessage, ServerResponse } from 'node:http';
import { buildConsole } from '../../../lib/console/build.ts';
import { startBackend } from '../../../lib/local/backend.ts';
import { functionEnvironment } from '../../../lib/local/function-environment.ts';
import { makeJwtAuthorizer } from '../../../lib/local/gateway/jwt-authorizer.ts';
import { openGateway, type GatewayOptions } from '../../../lib/local/gateway/server.ts';
import { prepareDatabase } from '../../../lib/local/local-stores.ts';
import { readOptions } from '../../../lib/local/options.ts';
import { CONSOLE_API_PATH, CONSOLE_SCOPE } from '../../../shared/console-api/routes.ts';
import { securityHeaders } from '../../../shared/console-api/security-headers.ts';
import { usePatientDeadlines } from '../../support/patient-deadlines.ts';
import { loadConsole } from '../../support/console-service.ts';

type Intercept = NonNullable<GatewayOptions['intercept']>;

/** Serves the console's files as CloudFront does: index.html for every path below /console/ that has no extension. */
const makeFileServer = async (issuer: string, clientId: string): Promise<Intercept> => {
  const config = { contentType: 'application/json', cacheControl: 'no-cache' };
  const body = Buffer.from(JSON.stringify({ issuer, clientId }));
  const built = [...(await buildConsole()), { path: '/console/config.json', ...config, body }];
  const files = new Map(built.map((file) => [file.path, file]));
  const headers = securityHeaders([new URL(issuer).origin]);
  return ({ url = '' }: IncomingMessage, response: ServerResponse): boolean => {
    const path = url.replace(/[?#].*$/s, '');
    if (!path.startsWith('/console/') || path.startsWith(`${CONSOLE_API_PATH}/`)) return false;
    const file = files.get(/\.[^/]+$/.test(path) ? path : '/console/index.html');
    response.writeHead(file ? 200 : 404, {
      ...headers,
      ...(file && { 'content-type': file.contentType, 'cache-control': file.cacheControl }),
    });
    response.end(file?.body);
    return true;
  };
};

export type HostedConsole = Awaited<ReturnType<typeof hostConsole>>;

/** Hosts the web console and its API on this machine, for an issuer that is not the embedded one. */
export const hostConsole = async () => {
  usePatientDeadlines();
  const options = readOptions({ PORT: '0', DYNAMODB_PORT: '0', DEMO: '0' });
  const backend = await startBackend(options, () => undefined);
  Object.assign(process.env, functionEnvironment(options.lifetimes, backend, process.env), {
    POWERTOOLS_LOG_LEVEL: 'SILENT',
  });
  await prepareDatabase(backend.databaseUrl);
  const { url, serve, stop } = await openGateway(0);
  return {
    /** URL of the console and its API, which is behind the JWT authorizer. */
    url,
    databaseUrl: backend.databaseUrl,
    /** Starts serving, for an issuer that has been started with `url` in its settings. */
    async serve(issuer: string, clientId: string): Promise<void> {
      const { routes, ...functions } = await loadConsole(issuer, clientId);
      serve({
        ...functions,
        routes: Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, { ...route, needsJwt: true }])),
        authorize: makeJwtAuthorizer({ issuer, audience: clientId, scopes: [CONSOLE_SCOPE] }),
        intercept: await makeFileServer(issuer, clientId),
      });
    },
    async stop(): Promise<void> {
      await stop();
      await backend.stop();
    },
  };
};
