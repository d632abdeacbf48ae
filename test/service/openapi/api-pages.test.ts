import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runService, type RunningService } from '../../support/running-service.ts';

let service: RunningService;
let page: string;
let headers: Headers;

beforeAll(async () => {
  service = await runService();
  const response = await fetch(`${service.url}/docs`);
  ({ headers } = response);
  page = await response.text();
});
afterAll(() => service.stop());

describe('The page at /docs', () => {
  it('is HTML that shows every operation with its answers', () => {
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const text of ['/auth', '/auth/refresh-token', '/scheduling/checkin', 'checkinCount', 'Retry-After'])
      expect(page).toContain(text);
  });

  it('loads nothing, runs nothing, and lets nothing else do so: its policy names its own style sheet alone', () => {
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(page) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(page).not.toMatch(/<script|<link|<img|<iframe|\sstyle=|\son[a-z]+=|url\(|@import|\ssrc=/i);
  });

  it('has each place that it links to, once', () => {
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(targets.length).toBeGreaterThan(10);
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has the document itself beside it, for tools', async () => {
    const response = await fetch(`${service.url}/docs/openapi.json`);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) });
  });
});
