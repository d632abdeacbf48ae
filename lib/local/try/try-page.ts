import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Demo } from '../demo/demo.ts';
import type { FunctionHandler } from '../gateway/call-function.ts';
import type { RouteDefinitions } from '../gateway/router.ts';
import { isLocalHost } from '../refuse-web-page.ts';

/** Swagger UI with the API document, only in the local service. Every file is read at its first request. */
export const tryRoutes = {
  tryPage: { method: 'GET', path: '/docs/try' },
  // Loaded late, because esbuild starts a process.
  tryScript: { method: 'GET', path: '/docs/try/try.js', timeoutMilliseconds: 28_000 },
  trySwaggerScript: { method: 'GET', path: '/docs/try/swagger-ui-bundle.js' },
  trySwaggerStyle: { method: 'GET', path: '/docs/try/swagger-ui.css' },
  tryClient: { method: 'POST', path: '/docs/try/clients/{name}' },
} as const satisfies RouteDefinitions;

/** The demo's API clients, by their names in the page's requests. */
export type DemoClients = Readonly<Record<'gate' | 'hr', () => Promise<Demo>>>;

const browserFile = (name: string): Promise<string> => readFile(join(import.meta.dirname, 'browser', name), 'utf8');

const swaggerFile = (name: string): Promise<string> =>
  readFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`), 'utf8');

const policyOf = (style: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    // The icons in Swagger UI's style sheet.
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const SIGN_IN = `<p class="sign-in">
<button type="button" data-client="gate">Sign in as demo gate</button>
<button type="button" data-client="hr">Sign in as demo HR system</button>
</p>
<p>The gate may check in. The HR system may synchronise users and bookings.</p>`;

const NO_DEMO = '<p>There is no demo data. Choose <strong>Authorize</strong> and enter your tokens.</p>';

const renderPage = (style: string, hasDemo: boolean): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Try the API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/try/swagger-ui.css">
<style>${style}</style>
<script src="/docs/try/swagger-ui-bundle.js" defer></script>
<script src="/docs/try/try.js" defer></script>
</head>
<body>
<header>
<h1>Try the API</h1>
<p>Requests go to this service. The <a href="/docs">API page</a> explains them.</p>
${hasDemo ? SIGN_IN : NO_DEMO}
<p id="status" role="status"></p>
</header>
<div id="swagger-ui"></div>
</body>
</html>
`;

const respondWith = (body: string, type: string, headers: Readonly<Record<string, string>> = {}) => ({
  statusCode: 200,
  headers: {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  },
  body,
});

/** esbuild removes the types; it is loaded at the first request, as for the console. */
const readScript = async (): Promise<string> => {
  const [{ transform }, source] = await Promise.all([import('esbuild'), browserFile('try.ts')]);
  return (await transform(source, { loader: 'ts', format: 'iife', target: 'es2022' })).code;
};

/** @param clients undefined without demo data */
export const makeTryHandlers = (
  clients: DemoClients | undefined,
): Readonly<Record<keyof typeof tryRoutes, FunctionHandler>> => ({
  tryPage: async () => {
    const style = await browserFile('try.css');
    return respondWith(renderPage(style, clients !== undefined), 'text/html', {
      'Content-Security-Policy': policyOf(style),
    });
  },
  tryScript: async () => respondWith(await readScript(), 'text/javascript'),
  trySwaggerScript: async () => respondWith(await swaggerFile('swagger-ui-bundle.js'), 'text/javascript'),
  trySwaggerStyle: async () => respondWith(await swaggerFile('swagger-ui.css'), 'text/css'),
  tryClient: async ({ headers, pathParameters }) => {
    const name = pathParameters?.['name'];
    // A page whose host name only resolves to this machine (DNS rebinding) must not read a secret.
    if (!isLocalHost(headers['host'])) return { statusCode: 403 };
    if (name !== 'gate' && name !== 'hr') return { statusCode: 404 };
    if (!clients) return { statusCode: 404 };
    const { clientId, clientSecret } = await clients[name]();
    return respondWith(JSON.stringify({ clientId, clientSecret }), 'application/json', { 'Cache-Control': 'no-store' });
  },
});
