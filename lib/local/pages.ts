import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FunctionHandler } from './gateway/call-function.ts';
import type { RouteDefinitions } from './gateway/router.ts';

const DOCS = join(import.meta.dirname, '../../docs');

/** Pages that exist only in the local service: the start page and the description of the API. */
export const pageRoutes = {
  start: { method: 'GET', path: '/' },
  docs: { method: 'GET', path: '/docs' },
  openapi: { method: 'GET', path: '/docs/openapi.json' },
  errors: { method: 'GET', path: '/docs/errors' },
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
<li><a href="/docs">API</a>: every request and response (<a href="/docs/openapi.json">OpenAPI</a>)</li>
<li><a href="/docs/try">Try the API</a>: send requests from the browser</li>
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

/** The policy in the API page, which allows its style sheet, and the part that is possible only in a header. */
const policyOf = (page: string): string =>
  `${/http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? "default-src 'none'"}; frame-ancestors 'none'`;

const respondWith = (body: string, type: string, headers: Record<string, string> = {}) => ({
  statusCode: 200,
  headers: { 'Content-Type': type, 'X-Content-Type-Options': 'nosniff', ...headers },
  body,
});

const readDocument = (name: string): string => readFileSync(join(DOCS, name), 'utf8');

export const pageHandlers: Readonly<Record<keyof typeof pageRoutes, FunctionHandler>> = {
  start: () => respondWith(START, 'text/html; charset=utf-8', { 'Content-Security-Policy': START_POLICY }),
  docs: () => {
    const page = readDocument('api.html');
    return respondWith(page, 'text/html; charset=utf-8', { 'Content-Security-Policy': policyOf(page) });
  },
  // Browsers keep the fragment: /docs/errors#user_not_found opens the section of that code.
  errors: () => ({ statusCode: 307, headers: { Location: pageRoutes.docs.path } }),
  openapi: () => respondWith(readDocument('openapi.json'), 'application/json'),
};
