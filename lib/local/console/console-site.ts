import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { CONSOLE_API_PATH } from '../../../shared/console-api/routes.ts';
import { securityHeaders } from '../../../shared/console-api/security-headers.ts';
import { localConsole } from '../../../shared/local-service.ts';
import { rememberSuccess } from '../../../shared/adapters/remember-success.ts';
import { endFailed, isLocalHost } from '../local-server.ts';

export interface ConsoleFile {
  /** The file's path, such as `/console/index.html`. */
  readonly path: string;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly body: Uint8Array;
}

/** Resolves when the response has been sent. */
export type Respond = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface ConsoleSiteOptions {
  /** Builds the console. Called at the first request, not at every start. */
  readonly buildFiles: () => Promise<readonly ConsoleFile[]>;
  /** Called at the first request, so that the first sign-in does not wait for it. */
  readonly createIssuer: () => Promise<Respond>;
  readonly onFailure: (error: unknown) => void;
}

const ROOT = '/console';
const INDEX = `${ROOT}/index.html`;
const CONFIG = `${ROOT}/config.json`;
const HAS_EXTENSION = /\.[^/]+$/;

interface ServedFile extends ConsoleFile {
  readonly gzipped: Uint8Array;
}

const sendFile = (request: IncomingMessage, response: ServerResponse, file: ServedFile): void => {
  const isGzipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  const body = isGzipped ? file.gzipped : file.body;
  response.writeHead(200, {
    ...securityHeaders([]),
    'content-type': file.contentType,
    'cache-control': file.cacheControl,
    'content-length': body.length,
    vary: 'accept-encoding',
    ...(isGzipped && { 'content-encoding': 'gzip' }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
};

const toServedFile = (file: ConsoleFile): ServedFile => ({ ...file, gzipped: gzipSync(file.body) });

/** The console's configuration. It names no audience, because the tokens' audience is the client, as with Cognito. */
const configFile = (url: string): ServedFile =>
  toServedFile({
    path: CONFIG,
    contentType: 'application/json',
    cacheControl: 'no-cache',
    body: Buffer.from(
      JSON.stringify({ issuer: url + localConsole.issuerPath, clientId: localConsole.clientId, apiUrl: url }),
    ),
  });

/**
 * Serves everything below `/console/` except the API: the console's files, its configuration and its issuer. Every path without
 * an extension is a page of the console. `http://localhost` is redirected to `http://127.0.0.1`, the issuer's address.
 * @returns a function that handles requests for the console, and returns whether it has handled the request
 */
export const makeConsoleSite = ({ buildFiles, createIssuer, onFailure }: ConsoleSiteOptions) => {
  const loadFiles = rememberSuccess(async () => {
    const files = await buildFiles();
    return new Map(files.map((file) => [file.path, toServedFile(file)]));
  });
  const loadIssuer = rememberSuccess(createIssuer);

  const serveIssuer = async (request: IncomingMessage, response: ServerResponse, target: string): Promise<void> => {
    const issuer = await loadIssuer();
    // The issuer (oidc-provider) derives its own path by comparing `originalUrl` and `url`.
    Object.assign(request, { originalUrl: target, url: target.slice(localConsole.issuerPath.length) || '/' });
    await issuer(request, response);
  };

  const serveFile = async (request: IncomingMessage, response: ServerResponse, path: string, url: string) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return response.writeHead(405, { allow: 'GET, HEAD' }).end();
    if (path === CONFIG) return sendFile(request, response, configFile(url));
    const files = await loadFiles();
    // Loads the issuer early, because the page's next request goes to it.
    loadIssuer().catch(onFailure);
    const file = files.get(HAS_EXTENSION.test(path) ? path : INDEX);
    return file ? sendFile(request, response, file) : response.writeHead(404, securityHeaders([])).end();
  };

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { url: target = '', headers, socket } = request;
    const path = target.replace(/[?#].*$/s, '');
    const isForConsole = path === ROOT || path.startsWith(`${ROOT}/`);
    if (!isForConsole || path === CONSOLE_API_PATH || path.startsWith(`${CONSOLE_API_PATH}/`)) return false;
    const url = `http://127.0.0.1:${socket.localPort}`;
    const { hostname } = URL.parse(`http://${headers.host}`) ?? {};
    if (!isLocalHost(headers.host)) {
      // A page at another host name that resolves to this machine (DNS rebinding) must not be able to sign in.
      response.writeHead(403).end();
    } else if (hostname === 'localhost' && request.method === 'GET') {
      response.writeHead(307, { location: url + target }).end();
    } else if (path === ROOT) {
      response.writeHead(307, { location: `${ROOT}/` }).end();
    } else {
      const isIssuer = path.startsWith(`${localConsole.issuerPath}/`);
      const serve = isIssuer ? serveIssuer(request, response, target) : serveFile(request, response, path, url);
      serve.catch((error: unknown) => {
        onFailure(error);
        endFailed(response);
      });
    }
    return true;
  };
};
