import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { FunctionHandler } from '../gateway/call-function.ts';
import { makeHtmlPage, respondWith, respondWithPage, type LocalPages } from '../local-pages.ts';

const swaggerPage = makeHtmlPage({
  title: 'API',
  head: `<link rel="stylesheet" href="/docs/swagger-ui.css">
<script src="/docs/swagger-ui-bundle.js" defer></script>
<script src="/docs/start-swagger-ui.js" defer></script>
`,
  body: '<main id="swagger-ui"></main>\n',
  policy: { 'script-src': "'self'", 'style-src': "'self'", 'connect-src': "'self'" },
});

const SCRIPT = 'text/javascript; charset=utf-8';

const fileOf =
  (path: string, type: string): FunctionHandler =>
  async () =>
    respondWith(await readFile(path, 'utf8'), type);

const swaggerFile = (name: string, type: string): FunctionHandler =>
  fileOf(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`), type);

/** The API document. Its requests go to this service, whatever its port. */
const readDocument: FunctionHandler = async () => {
  const document = JSON.parse(
    await readFile(join(import.meta.dirname, '../../../docs/openapi.json'), 'utf8'),
  ) as object;
  return respondWith(JSON.stringify({ ...document, servers: [{ url: '/' }] }), 'application/json');
};

/** Swagger UI as it is published, and the API document. They exist only in the local service, and are read at each request. */
export const docsPages: LocalPages = {
  'GET /docs': () => respondWithPage(swaggerPage),
  'GET /docs/openapi.json': readDocument,
  'GET /docs/start-swagger-ui.js': fileOf(join(import.meta.dirname, 'start-swagger-ui.js'), SCRIPT),
  'GET /docs/swagger-ui-bundle.js': swaggerFile('swagger-ui-bundle.js', SCRIPT),
  'GET /docs/swagger-ui.css': swaggerFile('swagger-ui.css', 'text/css; charset=utf-8'),
};
