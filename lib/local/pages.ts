import { createHash } from 'node:crypto';
import type { FunctionHandler } from './gateway/call-function.ts';
import type { RouteDefinitions } from './gateway/router.ts';

/** The start page, which exists only in the local service. */
export const pageRoutes = {
  start: { method: 'GET', path: '/' },
} as const satisfies RouteDefinitions;

const STYLE =
  ':root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}main{max-width:32rem;margin:3rem auto;padding:0 1rem}';

const START = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Check-in service</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style></head>
<body><main><h1>Check-in service</h1>
<p>It runs on this machine.</p>
<ul>
<li><a href="/console/">Web console</a>: API clients, users, attendance</li>
<li><a href="/docs">API</a>: every request and response, to read and to try (<a href="/docs/openapi.json">OpenAPI</a>)</li>
</ul></main></body>
</html>
`;

const START_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  // An empty icon, because browsers would request /favicon.ico.
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const pageHandlers: Readonly<Record<keyof typeof pageRoutes, FunctionHandler>> = {
  start: () => ({
    statusCode: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': START_POLICY,
    },
    body: START,
  }),
};
