import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { runLocalHere } from '../../support/run-local-here.ts';
import { useForFile } from '../../support/use-service.ts';

const local = useForFile(runLocalHere);
let url: string;

beforeAll(() => {
  ({ url } = local);
});

const open = (path: string, init: RequestInit = {}) => fetch(url + path, { redirect: 'manual', ...init });

describe('The console on one machine', () => {
  it('has an address that is printed at the start and linked from the start page', async () => {
    expect(local.greeting).toContain(`Web console      ${url}/console/\n`);
    const page = await (await open('/')).text();
    expect(page).toContain('href="/console/"');
    expect(page).toContain('href="/docs"');
  });

  it.each(['/console/', '/console/clients', '/console/users?q=1', '/console/a/b'])(
    'serves its page at %s',
    async (path) => {
      const response = await open(path);
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-security-policy':
          "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; " +
          "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types workbook-worker",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      });
      expect(await response.text()).toContain('<div id="console">');
    },
  );

  it('serves compressed files that browsers can cache', async () => {
    const page = await (await open('/console/')).text();
    const [script = ''] = /\/console\/assets\/main-[^"]+\.js/.exec(page) ?? [];
    const response = await open(script, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'accept-encoding',
    });
  });

  it('responds with 404 to a missing file, not with the page', async () => {
    expect((await open('/console/assets/none.js')).status).toBe(404);
    expect((await open('/console/', { method: 'POST' })).status).toBe(405);
  });

  it('serves the addresses of its issuer and API, and its client id', async () => {
    const response = await open('/console/config.json');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.json()).toEqual({ issuer: `${url}/console/oidc`, clientId: 'checkin-console', apiUrl: url });
  });

  it.each([
    ['of another site', { Origin: 'https://example.com' }],
    ['whose host name is foreign but resolves to this machine', { Host: 'rebound.example' }],
  ])('serves no page %s', async (_, headers) => {
    const { port } = new URL(url);
    const sent = request({ port, path: '/console/config.json', headers }).end();
    const [{ statusCode }] = (await once(sent, 'response')) as [IncomingMessage];
    expect(statusCode).toBe(403);
    sent.destroy();
  });

  it('redirects from localhost to 127.0.0.1, the issuer’s address', async () => {
    const response = await fetch(`${url.replace('127.0.0.1', 'localhost')}/console/log?q=1`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([307, `${url}/console/log?q=1`]);
  });
});

const VERIFIER = 'v'.repeat(43);

type BrowserRequest = Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> };

/** A browser without scripts. It keeps cookies, and follows redirects until one leads to the console. */
const makeBrowser = () => {
  const cookies = new Map<string, string>();
  const send = async (target: string, { headers, ...init }: BrowserRequest = {}): Promise<Response> => {
    const address = new URL(target, url);
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(address, { ...init, redirect: 'manual', headers: { ...headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    return location === null || new URL(location, url).pathname === '/console/' ? response : send(location);
  };
  return { request: send };
};

type Browser = ReturnType<typeof makeBrowser>;

const openSignIn = (browser: Browser, changes: Record<string, string> = {}): Promise<Response> => {
  const parameters = new URLSearchParams({
    client_id: 'checkin-console',
    redirect_uri: `${url}/console/`,
    response_type: 'code',
    scope: 'openid email checkin-console/admin',
    state: 'state-1',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  });
  return browser.request(`/console/oidc/auth?${parameters.toString()}`);
};

const buttonsOf = (page: string): string[] =>
  [...page.matchAll(/<button[^>]*>(.*?)<\/button>/gs)].map(([, label = '']) => label.replaceAll(/<[^>]+>/g, ''));

const choose = async (browser: Browser, page: string, subject: string): Promise<Response> => {
  const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(page) ?? [];
  return browser.request(action, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: url },
    body: new URLSearchParams({ subject }),
  });
};

const fetchTokens = async (parameters: Record<string, string>) => {
  const response = await open('/console/oidc/token', {
    method: 'POST',
    headers: { Origin: url },
    body: new URLSearchParams({ client_id: 'checkin-console', ...parameters }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
};

const signIn = async (browser: Browser, subject: string) => {
  const page = await (await openSignIn(browser)).text();
  const callback = new URL((await choose(browser, page, subject)).headers.get('location') ?? '', url);
  const code = callback.searchParams.get('code') ?? '';
  const grant = { grant_type: 'authorization_code', code, redirect_uri: `${url}/console/`, code_verifier: VERIFIER };
  return fetchTokens(grant);
};

describe('The issuer on one machine', () => {
  it('shows a button for each demo person', async () => {
    const response = await openSignIn(makeBrowser());
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*; style-src 'sha256-/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const labels = buttonsOf(await response.text());
    expect(labels.map((label) => label.split(/[ ,]/)[0])).toEqual(['Ana', 'Vic', 'Rita', 'Gil', 'Nobody', 'Uma']);
    expect(labels[0]).toBe('Ana owner of demo');
  });

  it('renews tokens once per refresh token, and ends the sign-in if a refresh token is reused', async () => {
    const tokens = await signIn(makeBrowser(), 'Vic');
    const renew = (refreshToken = '') => fetchTokens({ grant_type: 'refresh_token', refresh_token: refreshToken });
    const second = await renew(tokens.body['refresh_token']);
    expect(decodeJwt(second.body['access_token'] ?? '')).toMatchObject({ sub: 'Vic', scope: 'checkin-console/admin' });
    expect((await renew(tokens.body['refresh_token'])).status).toBe(400);
    expect((await renew(second.body['refresh_token'])).status).toBe(400);
  });

  it.each([
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }],
    ['that returns to another address', { redirect_uri: 'https://example.com/' }],
  ])('rejects a sign-in %s', async (_, changes) => {
    const response = await openSignIn(makeBrowser(), changes);
    const location = response.headers.get('location') ?? `${response.status}`;
    expect(location).toMatch(/^400$|^http:\/\/127\.0\.0\.1:\d+\/console\/\?error=invalid_request/);
  });

  it('signs in only people whom its page lists, and only in the browser that opened the page', async () => {
    const browser = makeBrowser();
    const page = await (await openSignIn(browser)).text();
    expect((await choose(browser, page, 'Eve')).status).toBe(400);
    expect((await choose(makeBrowser(), page, 'Ana')).status).toBe(400);
  });
});

describe('The console’s API on one machine', () => {
  const callAs = async (subject: string, path: string) => {
    const tokens = await signIn(makeBrowser(), subject);
    const response = await open(`/console/api${path}`, {
      headers: { Authorization: `Bearer ${tokens.body['access_token']}` },
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it('serves a member, and rejects a person without a company', async () => {
    const body = { subject: 'Gil', companyId: 'globex', role: 'admin' };
    expect(await callAs('Gil', '/me')).toMatchObject({ status: 200, body });
    expect(await callAs('Nobody', '/me')).toMatchObject({ status: 403, body: { code: 'not_a_member' } });
  });

  it.each([
    ['Ana', true],
    ['Uma', false],
  ])('knows whether the address of %s is verified', async (subject, isVerified) => {
    const { body } = await signIn(makeBrowser(), subject);
    const response = await open('/console/oidc/userinfo', {
      headers: { Authorization: `Bearer ${body['access_token']}` },
    });
    expect(await response.json()).toMatchObject({ sub: subject, email_verified: isVerified });
  });

  it('responds as API Gateway does to a request without a token', async () => {
    const response = await open('/console/api/me');
    expect([response.status, await response.json()]).toEqual([401, { message: 'Unauthorized' }]);
  });
});
