import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ErrorCode } from '../../../shared/rules/errors.ts';
import { errorTable } from '../../../shared/http/error-table.ts';
import { routes } from '../../../shared/routes.ts';
import { runServiceInMemory, type RunningService } from '../../support/running-service.ts';

let service: RunningService;
let page: string;
let headers: Headers;

beforeAll(async () => {
  service = await runServiceInMemory();
  const response = await fetch(`${service.url}/docs`);
  ({ headers } = response);
  page = await response.text();
});
afterAll(() => service.stop());

describe('The page at /docs', () => {
  it('is HTML that shows every operation with its responses', () => {
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const { path } of Object.values(routes)) expect(page).toContain(`<code>${path}</code>`);
    for (const text of ['checkinCount', 'Retry-After']) expect(page).toContain(text);
  });

  it('has a link next to each heading', () => {
    const headings = [...page.matchAll(/<h[2-4] id="([^"]+)">.*?<\/h[2-4]>(.{17})/g)];
    expect(headings.length).toBe([...page.matchAll(/<h[2-4]/g)].length);
    for (const [, id = '', after = ''] of headings) expect([id, after]).toEqual([id, '<a class="anchor"']);
  });

  it('loads no other files, and its policy allows only its own script and style sheet', () => {
    const hashOf = (element: string): string => {
      const [, text = ''] = new RegExp(`<${element}>([^]*)</${element}>`).exec(page) ?? [];
      return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    };
    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      `style-src ${hashOf('style')}`,
      `script-src ${hashOf('script')}`,
      'img-src data:',
      "require-trusted-types-for 'script'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const empty = '<link rel="icon" href="data:,">';
    expect(page).toContain(empty);
    expect(page.replace(empty, '')).not.toMatch(/<link|<img|<iframe|\sstyle=|\son[a-z]+="|url\(|@import|\ssrc=/i);
  });

  it.each(Object.keys(errorTable))('explains %s and what to do, at a separate URL', (code) => {
    const [, section = ''] = page.split(`<h3 id="${code}">`);
    expect(section.slice(0, section.indexOf('<h3'))).toContain(`<strong>${errorTable[code as ErrorCode].statusCode}`);
    expect(page).toContain(`<a href="#${code}">${code}</a>`);
    expect(page).toContain(`<a href="#${code}"><code>${code}</code></a>`);
  });

  it('is the target of the URLs of errors', async () => {
    const { status, headers: sent } = await fetch(`${service.url}/docs/errors`, { redirect: 'manual' });
    // Browsers keep the fragment: /docs/errors#user_not_found is /docs#user_not_found.
    expect([status, sent.get('location')]).toEqual([307, '/docs']);
  });

  it('has the target of each link once', () => {
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(targets.length).toBeGreaterThan(10);
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('also serves the document itself, for tools', async () => {
    const response = await fetch(`${service.url}/docs/openapi.json`);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) });
  });
});
