import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FunctionHandler } from './gateway/call-function.ts';
import type { RouteDefinitions } from './gateway/router.ts';

const DOCS = join(import.meta.dirname, '../../docs');

/** Where a reader finds the API described, on one machine only. */
export const apiPageRoutes = {
  docs: { method: 'GET', path: '/docs' },
  openapi: { method: 'GET', path: '/docs/openapi.json' },
} as const satisfies RouteDefinitions;

/** The page's own policy, which names its one style sheet, with what only a header can say. */
const policyOf = (page: string): string =>
  `${/http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? "default-src 'none'"}; frame-ancestors 'none'`;

const respondWith = (body: string, type: string, headers: Record<string, string> = {}) => ({
  statusCode: 200,
  headers: { 'Content-Type': type, 'X-Content-Type-Options': 'nosniff', ...headers },
  body,
});

const readDocument = (name: string): string => readFileSync(join(DOCS, name), 'utf8');

/** The API document as a page, and as it is, for tools. */
export const apiPageHandlers: Readonly<Record<keyof typeof apiPageRoutes, FunctionHandler>> = {
  docs: () => {
    const page = readDocument('api.html');
    return respondWith(page, 'text/html; charset=utf-8', { 'Content-Security-Policy': policyOf(page) });
  },
  openapi: () => respondWith(readDocument('openapi.json'), 'application/json'),
};
