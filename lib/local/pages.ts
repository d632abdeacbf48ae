import type { FunctionHandler } from './gateway/call-function.ts';
import type { RouteDefinitions } from './gateway/router.ts';
import { makeHtmlPage } from './html-page.ts';

/** The start page, which exists only in the local service. */
export const pageRoutes = {
  start: { method: 'GET', path: '/' },
} as const satisfies RouteDefinitions;

const start = makeHtmlPage({
  title: 'Check-in service',
  style:
    ':root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}main{max-width:32rem;margin:3rem auto;padding:0 1rem}',
  body: `<main><h1>Check-in service</h1>
<p>It runs on this machine.</p>
<ul>
<li><a href="/console/">Web console</a>: API clients, users, attendance</li>
<li><a href="/docs">API</a>: every request and response, to read and to try (<a href="/docs/openapi.json">OpenAPI</a>)</li>
</ul></main>
`,
});

export const pageHandlers: Readonly<Record<keyof typeof pageRoutes, FunctionHandler>> = {
  start: () => ({
    statusCode: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': start.contentSecurityPolicy,
    },
    body: start.html,
  }),
};
