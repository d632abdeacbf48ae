import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type ConsoleFile, buildConsole } from '../../../lib/console/build.ts';

let files: readonly ConsoleFile[];
let page: string;
beforeAll(async () => {
  files = await buildConsole();
  const index = files.find(({ path }) => path === '/console/index.html');
  page = new TextDecoder().decode(index?.body);
});

describe('The built console', () => {
  it('has a page whose scripts, styles and icon are files of the build', () => {
    const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    const paths = new Set(files.map(({ path }) => path));
    expect(addresses.filter((address) => address !== '/console/config.json' && !paths.has(address ?? ''))).toEqual([]);
    expect(addresses.length).toBeGreaterThanOrEqual(4);
  });

  it('has no inline scripts or styles, which the content security policy would reject', () => {
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=/);
  });

  it('lets browsers cache files with hashed names, but not the page', () => {
    const cached = files.filter(({ cacheControl }) => cacheControl.includes('immutable')).map(({ path }) => path);
    expect(cached.filter((path) => !/^\/console\/assets\/[a-z-]+-[A-Z0-9]{8}\.(js|css|svg)$/.test(path))).toEqual([]);
    expect(
      files.filter(({ path }) => !cached.includes(path)).map(({ path, cacheControl }) => [path, cacheControl]),
    ).toEqual([['/console/index.html', 'no-cache']]);
  });

  it('loads at most 60 KiB, compressed, before it shows anything', () => {
    const first = files.filter(({ path }) => path === '/console/index.html' || page.includes(path));
    const bytes = first.reduce((sum, { body }) => sum + gzipSync(body).length, 0);
    expect(bytes).toBeLessThanOrEqual(60 * 1024);
  });

  it('has a specific content type for every file', () => {
    expect(files.filter(({ contentType }) => contentType === 'application/octet-stream')).toEqual([]);
  });
});
