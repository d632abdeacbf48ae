import type { IncomingMessage, ServerResponse } from 'node:http';
import { buildConsole } from '../../../lib/console/build.ts';
import { startBackend } from '../../../lib/local/backend.ts';
import { functionEnvironment } from '../../../lib/local/function-environment.ts';
import { makeJwtAuthorizer } from '../../../lib/local/gateway/jwt-authorizer.ts';
import { openGateway, type GatewayOptions } from '../../../lib/local/gateway/server.ts';
import { prepareDatabase } from '../../../lib/local/local-stores.ts';
import { readOptions } from '../../../lib/local/options.ts';
import { CONSOLE_API_PATH, CONSOLE_SCOPE, consoleRoutes } from '../../../shared/console-api/routes.ts';
import { securityHeaders } from '../../../shared/console-api/security-headers.ts';
import { consoleDeadline } from '../../../shared/http/deadline.ts';
import { variableOf } from '../../../shared/settings.ts';
import { usePatientDeadlines } from '../../support/patient-deadlines.ts';

export interface HostedConsole {
  /** URL of the console and its API, which is behind the JWT authorizer. */
  readonly url: string;
  readonly databaseUrl: string;
  /** Starts serving, for an issuer that has been started with `url` in its settings. */
  readonly serve: (signIn: { readonly issuer: string; readonly clientId: string }) => Promise<void>;
  readonly stop: () => Promise<void>;
}

type Intercept = NonNullable<GatewayOptions['intercept']>;

/** Serves the console's files as CloudFront does: index.html for every path below /console/ that has no extension. */
const makeFileServer = async (issuer: string, clientId: string): Promise<Intercept> => {
  const files = new Map((await buildConsole()).map((file) => [file.path, file]));
  files.set('/console/config.json', {
    path: '/console/config.json',
    contentType: 'application/json',
    cacheControl: 'no-cache',
    body: Buffer.from(JSON.stringify({ issuer, clientId })),
  });
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

/** Hosts the web console and its API on this machine, for an issuer that is not the embedded one. */
export const hostConsole = async (): Promise<HostedConsole> => {
  const options = readOptions({ PORT: '0', DYNAMODB_PORT: '0', DEMO: '0' });
  const backend = await startBackend(options, () => undefined);
  Object.assign(process.env, functionEnvironment(options.lifetimes, backend, process.env));
  await prepareDatabase(backend.databaseUrl);
  const { url, serve, stop } = await openGateway(0);
  return {
    url,
    databaseUrl: backend.databaseUrl,
    async serve({ issuer, clientId }) {
      Object.assign(process.env, {
        [variableOf('consoleIssuer')]: issuer,
        [variableOf('consoleAudience')]: clientId,
        POWERTOOLS_LOG_LEVEL: 'SILENT',
      });
      usePatientDeadlines();
      // The function reads its settings when it is loaded.
      const { handler } = await import('../../../functions/admin/handler.ts');
      serve({
        routes: Object.fromEntries(
          Object.entries(consoleRoutes).map(([id, { method, path }]) => [
            id,
            { method, path: CONSOLE_API_PATH + path, functionName: 'admin', needsJwt: true },
          ]),
        ),
        handlers: { admin: handler },
        functionTimeoutMilliseconds: consoleDeadline.functionTimeoutMilliseconds,
        onFailure: (_, error) => console.error(error),
        onResponse: () => undefined,
        authorize: makeJwtAuthorizer({ issuer, audience: clientId, scopes: [CONSOLE_SCOPE] }),
        intercept: await makeFileServer(issuer, clientId),
      });
    },
    async stop() {
      await stop();
      await backend.stop();
    },
  };
};
