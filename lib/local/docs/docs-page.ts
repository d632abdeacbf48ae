import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Marked } from 'marked';
import type { Demo } from '../demo/demo.ts';
import type { FunctionHandler } from '../gateway/call-function.ts';
import { isLocalHost } from '../local-server.ts';
import { makeHtmlPage, type HtmlPage, respondWith, respondWithPage, type LocalPages } from '../local-pages.ts';

/** The demo's API clients, by their names in the page's requests. */
export type DemoClients = Readonly<Record<'gate' | 'hr', () => Promise<Demo>>>;

const SIGN_IN = `<p class="row">
<button type="button" data-client="gate">Sign in as demo gate</button>
<button type="button" data-client="hr">Sign in as demo HR system</button>
</p>
<p>The gate may check in. The HR system may synchronise users and bookings.</p>`;

const NO_DEMO = '<p>There is no demo data. Choose <strong>Authorize</strong> and enter your tokens.</p>';

const HEAD = `<link rel="stylesheet" href="/docs/swagger-ui.css">
<script src="/docs/swagger-ui-bundle.js" defer></script>
<script src="/docs/docs.js" defer></script>
`;

const renderBody = (hasDemo: boolean): string => `<header>
<h1>API</h1>
<nav class="row" aria-label="Documents">
<a href="/docs">Gates and sync</a>
<a href="/docs?api=console">Web console</a>
<a href="/docs/errors">Errors</a>
</nav>
<p>Requests go to this service.</p>
${hasDemo ? SIGN_IN : NO_DEMO}
<p id="status" role="status"></p>
</header>
<main id="swagger-ui"></main>
`;

/** A page of the documents, without inline scripts or styles and without files from other servers. @param body trusted HTML */
const makeDocsPage = (title: string, head: string, body: string): HtmlPage =>
  makeHtmlPage({
    title,
    head: `${head}<link rel="stylesheet" href="/docs/docs.css">\n`,
    body,
    policy: { 'script-src': "'self'", 'style-src': "'self'", 'connect-src': "'self'" },
  });

const markdown = new Marked({
  renderer: {
    // The same anchors as on GitHub, so that a link to an error code works in the file and on the page.
    heading: ({ depth, text }) => `<h${depth} id="${text.toLowerCase().replaceAll(' ', '-')}">${text}</h${depth}>\n`,
  },
});

/** Renders docs/errors.md as a page. `/docs/errors#user_not_found` opens the section of that code. */
const makeErrorsPage = async (): Promise<HtmlPage> => {
  const content = await markdown.parse(await readFile(join(import.meta.dirname, '../../../docs/errors.md'), 'utf8'));
  return makeDocsPage('Errors', '', `<main>\n<p><a href="/docs">API</a></p>\n${content}</main>\n`);
};

const redirectTo = (location: string) => ({ statusCode: 308, headers: { Location: location } });

const fileAt = (path: string, type: string): FunctionHandler => {
  const file = join(import.meta.dirname, path);
  return async () => respondWith(await readFile(file, 'utf8'), type);
};

const swaggerFile =
  (name: string, type: string): FunctionHandler =>
  async () =>
    respondWith(await readFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`), 'utf8'), type);

/** Removes the types from the page's script with esbuild, which is loaded only at the first request. */
const readScript: FunctionHandler = async () => {
  const source = await readFile(join(import.meta.dirname, 'browser/docs.ts'), 'utf8');
  const { transform } = await import('esbuild');
  const { code } = await transform(source, { loader: 'ts', format: 'iife', target: 'es2022' });
  return respondWith(code, 'text/javascript; charset=utf-8');
};

/**
 * Swagger UI and the API documents, which exist only in the local service. Files are read at each request.
 * @param clients undefined if there is no demo data
 */
export const makeDocsPages = (clients: DemoClients | undefined): LocalPages => ({
  'GET /docs': () => respondWithPage(makeDocsPage('API', HEAD, renderBody(clients !== undefined))),
  'GET /docs/errors': async () => respondWithPage(await makeErrorsPage()),
  'GET /docs/openapi.json': fileAt('../../../docs/openapi.json', 'application/json'),
  'GET /docs/console-openapi.json': fileAt('../../../docs/console-openapi.json', 'application/json'),
  'GET /docs/docs.css': fileAt('browser/docs.css', 'text/css; charset=utf-8'),
  'GET /docs/docs.js': readScript,
  'GET /docs/swagger-ui-bundle.js': swaggerFile('swagger-ui-bundle.js', 'text/javascript; charset=utf-8'),
  'GET /docs/swagger-ui.css': swaggerFile('swagger-ui.css', 'text/css; charset=utf-8'),
  'POST /docs/clients/{name}': async ({ headers, pathParameters }) => {
    const name = pathParameters?.['name'];
    // A page of another host whose name happens to resolve to this machine (DNS rebinding) must not read a secret.
    if (!isLocalHost(headers['host'])) return { statusCode: 403 };
    if (!clients || (name !== 'gate' && name !== 'hr')) return { statusCode: 404 };
    const { clientId, clientSecret } = await clients[name]();
    return respondWith(JSON.stringify({ clientId, clientSecret }), 'application/json', { 'Cache-Control': 'no-store' });
  },
  // Version 1.1 had a separate page for trying out requests.
  'GET /docs/try': () => redirectTo('/docs'),
  'POST /docs/try/clients/{name}': ({ pathParameters }) =>
    redirectTo(`/docs/clients/${encodeURIComponent(pathParameters?.['name'] ?? '')}`),
});
