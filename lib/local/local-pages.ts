import { createHash } from 'node:crypto';
import type { FunctionHandler } from './gateway/call-function.ts';
import type { RouteDefinitions } from './gateway/router.ts';

interface PageParts {
  readonly title: string;
  /** HTML. No part is escaped, so all parts must be trusted. */
  readonly body: string;
  readonly head?: string;
  /** Inline style sheet. */
  readonly style?: string;
  /** Inline script. */
  readonly script?: string;
  /** Additional directives for the page's Content-Security-Policy. */
  readonly policy?: Readonly<Record<string, string>>;
}

export interface HtmlPage {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Makes a page of the local service. Its Content-Security-Policy allows only the inline parts and the sources in `policy`. */
export const makeHtmlPage = ({ title, body, head = '', style, script, policy }: PageParts): HtmlPage => ({
  html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
${head}${style === undefined ? '' : `<style>${style}</style>\n`}</head>
<body>
${body}${script === undefined ? '' : `<script>${script}</script>\n`}</body>
</html>
`,
  contentSecurityPolicy: Object.entries({
    'default-src': "'none'",
    // For the empty icon, without which browsers would request /favicon.ico.
    'img-src': 'data:',
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...(style !== undefined && { 'style-src': hash(style) }),
    ...(script !== undefined && { 'script-src': hash(script) }),
    ...policy,
  })
    .map((directive) => directive.join(' '))
    .join('; '),
});

/** Pages and files that exist only in the local service, by method and path: `GET /docs`. */
export type LocalPages = Readonly<Record<string, FunctionHandler>>;

/** Longer than the functions' timeout, because some pages load their libraries at the first request. */
const TIMEOUT_MILLISECONDS = 28_000;

export const routesOf = (pages: LocalPages): RouteDefinitions =>
  Object.fromEntries(
    Object.keys(pages).map((key) => {
      const [method = '', path = ''] = key.split(' ');
      return [key, { method, path, timeoutMilliseconds: TIMEOUT_MILLISECONDS }];
    }),
  );

export const respondWith = (body: string, type: string, headers: Readonly<Record<string, string>> = {}) => ({
  statusCode: 200,
  headers: { 'Content-Type': type, 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff', ...headers },
  body,
});

export const respondWithPage = ({ html, contentSecurityPolicy }: HtmlPage) =>
  respondWith(html, 'text/html; charset=utf-8', { 'Content-Security-Policy': contentSecurityPolicy });

const startPage = makeHtmlPage({
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

export const startPages: LocalPages = { 'GET /': () => respondWithPage(startPage) };
