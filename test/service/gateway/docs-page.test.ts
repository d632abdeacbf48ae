import { describe, expect, it } from '@jest/globals';
import { useServiceInMemory } from '../../support/use-service.ts';

const service = useServiceInMemory();

describe('The page at /docs', () => {
  it('loads only files of this service, and nothing inline', async () => {
    const response = await fetch(`${service.url}/docs`);
    const page = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; .*script-src 'self'; style-src 'self'; connect-src 'self'$/);
    expect(policy).not.toContain('unsafe-');
    const loaded = [...page.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+)"/g)].map(([, target = '']) => target);
    const files = loaded.filter((target) => target !== 'data:,');
    expect(files).toHaveLength(3);
    for (const file of files) expect((await fetch(service.url + file)).status).toBe(200);
    expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+="|<script>/);
  });

  it('comes with the API document, whose requests go to this service', async () => {
    const response = await fetch(`${service.url}/docs/openapi.json`);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./), servers: [{ url: '/' }] });
  });
});
