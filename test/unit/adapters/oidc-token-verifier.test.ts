import { constants, createHmac, createSign, generateKeyPairSync, sign } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { exportJWK, exportPKCS8, exportSPKI, importJWK, type CryptoKey } from 'jose';
import { issuerCalls, makeFindVerifiedEmail, makeOidcKeys } from '../../../shared/adapters/jwt/oidc-issuer.ts';
import { makeOidcTokenVerifier } from '../../../shared/adapters/jwt/oidc-token-verifier.ts';
import type { VerifyConsoleToken } from '../../../shared/domain/console-identity.ts';
import { stopDateAt } from '../../support/fake-date.ts';
import { serve } from '../../support/serve.ts';
import { startStubIssuer, STUB_AUDIENCE, type StubIssuer } from '../../support/start-stub-issuer.ts';

const MINUTE = 60_000;

let issuer: StubIssuer;
let verify: VerifyConsoleToken;

beforeEach(async () => {
  stopDateAt(Date.now());
  issuer = await startStubIssuer();
  verify = makeOidcTokenVerifier(makeOidcKeys(issuer.url), {
    issuer: issuer.url,
    audience: STUB_AUDIENCE,
    scope: 'checkin-console/admin',
  });
});
afterEach(async () => {
  await issuer.stop();
  jest.useRealTimers();
});

const advanceClock = (milliseconds: number): void => {
  jest.setSystemTime(Date.now() + milliseconds);
};

const codeOf = async (token: string | Promise<string>): Promise<unknown> =>
  verify(await token).then(
    () => 'accepted',
    (error: { code?: string }) => error.code,
  );

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const decode = (part = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

/** Makes a token with the claims of a valid one, but with a changed header and a signature from `signInput`. */
const forge = async (header: object, signInput: (input: string) => string | Promise<string>): Promise<string> => {
  const [head, claims] = (await issuer.sign()).split('.');
  const input = `${encode({ ...decode(head), ...header })}.${claims}`;
  return `${input}.${await signInput(input)}`;
};

const attacker = generateKeyPairSync('rsa', { modulusLength: 2048 });
const attackerJwk = { ...attacker.publicKey.export({ format: 'jwk' }), kid: 'key-1', alg: 'RS256', use: 'sig' };
const signAsAttacker = (input: string): string =>
  createSign('RSA-SHA256').update(input).sign(attacker.privateKey, 'base64url');

const publicPem = async (): Promise<string> =>
  exportSPKI((await importJWK(issuer.key.publicJwk, 'RS256')) as CryptoKey);

describe('An access token of the issuer', () => {
  it('gives the identity of the signed-in person', async () => {
    expect(await verify(await issuer.sign({ sub: 'ana' }))).toEqual({ issuer: issuer.url, subject: 'ana' });
  });

  it.each([
    ['as Cognito writes it', { aud: undefined, client_id: STUB_AUDIENCE, token_use: 'access' }, { typ: undefined }],
    ['as Keycloak writes it', { aud: ['account', STUB_AUDIENCE], typ: 'Bearer', azp: 'other' }, { typ: 'JWT' }],
    ['as Entra ID writes it', { scope: undefined, scp: 'checkin-console/admin', ver: '2.0' }, { typ: 'JWT' }],
    ['as Okta writes it', { scope: undefined, scp: ['openid', 'checkin-console/admin'] }, { typ: undefined }],
    ['with `application/` before its type', {}, { typ: 'application/at+jwt' }],
  ])('is accepted %s', async (_, claims, header) => {
    expect(await codeOf(issuer.sign(claims, header))).toBe('accepted');
  });

  it('that expired within the tolerance is accepted', async () => {
    // Not a case of `it.each`: on a busy machine, much time can pass between computing the expiry there and the test.
    expect(await codeOf(issuer.sign({ exp: Math.floor(Date.now() / 1000) - 1 }))).toBe('accepted');
  });

  it('is reported as expired only if it is otherwise valid', async () => {
    const exp = Math.floor(Date.now() / 1000) - 60;
    expect(await codeOf(issuer.sign({ exp }))).toBe('token_expired');
    expect(await codeOf(issuer.sign({ exp, aud: 'another' }))).toBe('token_invalid');
    expect(await codeOf(issuer.sign({ exp, iss: 'https://another.example' }))).toBe('token_invalid');
    expect(await codeOf(issuer.sign({ exp, scope: 'openid' }))).toBe('insufficient_scope');
  });

  it.each([
    ['for another audience', { aud: 'another' }, {}],
    ['for several other audiences', { aud: ['one', 'another'] }, {}],
    ['for another audience, even if it names this client', { aud: 'another', client_id: STUB_AUDIENCE }, {}],
    ['without an audience', { aud: undefined }, {}],
    ['with another issuer', { iss: 'https://another.example' }, {}],
    ['without an issuer', { iss: undefined }, {}],
    ['without a subject', { sub: undefined }, {}],
    ['with an empty subject', { sub: '' }, {}],
    ['without an expiry', { exp: undefined }, {}],
    ['with an expiry that is not a number', { exp: 'never' as unknown as number }, {}],
    ['that is not valid yet', { nbf: Math.floor(Date.now() / 1000) + 60 }, {}],
    ['without the time of issue', { iat: undefined }, {}],
    ['without a kid', {}, { kid: undefined }],
    ['that is an ID token of Cognito', { token_use: 'id' }, { typ: undefined }],
    ['that is an ID token of Keycloak', { typ: 'ID' }, { typ: 'JWT' }],
    ['that is a refresh token of Keycloak', { typ: 'Refresh' }, { typ: 'JWT' }],
    ['that is an ID token with the hash of an access token', { at_hash: 'x' }, { typ: 'JWT' }],
    ['that is a logout token', {}, { typ: 'logout+jwt' }],
    ['that is a DPoP proof', {}, { typ: 'dpop+jwt' }],
    ['that is a refresh token of the gate API', {}, { typ: 'rt+jwt' }],
    ['that is longer than any valid token', { padding: 'x'.repeat(8_192) }, {}],
  ])('%s is rejected', async (_, claims, header) => {
    expect(await codeOf(issuer.sign(claims, header))).toBe('token_invalid');
  });

  it.each([undefined, 'x-checkin-console/administrator'])(
    'is rejected if its scope is %j, which is not the console scope',
    async (scope) => {
      expect(await codeOf(issuer.sign({ scope }))).toBe('insufficient_scope');
      expect(await codeOf(issuer.sign({ scope: undefined, scp: scope }))).toBe('insufficient_scope');
    },
  );
});

describe('A forged token is rejected', () => {
  it('if it is unsigned', async () => {
    expect(await codeOf(forge({ alg: 'none' }, () => ''))).toBe('token_invalid');
  });

  it('if its signature is an HMAC whose secret is the public key', async () => {
    const pem = await publicPem();
    const signWithPem = (input: string) => createHmac('sha256', pem).update(input).digest('base64url');
    expect(await codeOf(forge({ alg: 'HS256' }, signWithPem))).toBe('token_invalid');
  });

  it('if its alg is not RS256, even if the issuer’s key signed it', async () => {
    const key = await exportPKCS8(issuer.key.privateKey);
    const signWithPss = (input: string) =>
      sign('sha256', Buffer.from(input), { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 });
    const token = forge({ alg: 'PS256' }, (input) => signWithPss(input).toString('base64url'));
    expect(await codeOf(token)).toBe('token_invalid');
  });

  it('if the attacker’s key signed it under the issuer’s kid', async () => {
    expect(await codeOf(forge({}, signAsAttacker))).toBe('token_invalid');
  });

  it.each(['jwk', 'jku', 'x5u', 'x5c'])(
    'if it has the header parameter %s, and no URL in it is fetched',
    async (name) => {
      const values: Record<string, unknown> = {
        jwk: attackerJwk,
        jku: `${issuer.url}/attacker`,
        x5u: `${issuer.url}/attacker`,
        x5c: [(await exportJWK(attacker.publicKey)).n],
      };
      expect(await codeOf(forge({ [name]: values[name] }, signAsAttacker))).toBe('token_invalid');
      // Even the issuer’s own signature does not help.
      expect(await codeOf(issuer.sign({}, { [name]: values[name] }))).toBe('token_invalid');
      expect(issuer.requests).not.toContain('/attacker');
    },
  );

  it('if its claims were changed after they were signed', async () => {
    const [head, claims, signature] = (await issuer.sign()).split('.');
    expect(await codeOf(`${head}.${encode({ ...decode(claims), sub: 'owner' })}.${signature}`)).toBe('token_invalid');
  });

  it.each(['', 'a.b.c'])('if it is %j', async (token) => {
    expect(await codeOf(token)).toBe('token_invalid');
  });
});

describe('The keys of the issuer', () => {
  it('are fetched once for many tokens', async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, () => issuer.sign()));
    await Promise.all(tokens.map((token) => verify(token)));
    await verify(await issuer.sign());

    expect(issuer.requests).toEqual(['/.well-known/openid-configuration', '/keys']);
  });

  it('are fetched again for a token with a new key', async () => {
    await verify(await issuer.sign());
    await issuer.rotate();
    advanceClock(MINUTE);

    expect(await codeOf(issuer.sign())).toBe('accepted');
  });

  it('are fetched at most once a minute for tokens with unknown keys', async () => {
    await verify(await issuer.sign());
    for (let index = 0; index < 50; index += 1) {
      expect(await codeOf(issuer.sign({}, { kid: `forged-${index}` }))).toBe('token_invalid');
    }
    expect(issuer.requests.filter((path) => path === '/keys')).toHaveLength(1);

    advanceClock(MINUTE);
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => codeOf(issuer.sign({}, { kid: `forged-again-${index}` }))),
    );
    expect(issuer.requests.filter((path) => path === '/keys')).toHaveLength(2);
  });

  it('are no longer accepted ten minutes after the issuer withdrew them', async () => {
    const exp = Math.floor(Date.now() / 1000) + 3_600;
    const old = await issuer.sign({ exp });
    expect(await codeOf(old)).toBe('accepted');
    await issuer.rotate();
    advanceClock(11 * MINUTE);

    expect(await codeOf(old)).toBe('token_invalid');
  });

  it('do not make a token invalid while they cannot be fetched, and are not fetched for every request', async () => {
    issuer.status = 500;
    const codes = [];
    for (let index = 0; index < 20; index += 1) codes.push(await codeOf(issuer.sign()));
    expect(new Set(codes)).toEqual(new Set(['dependency_unavailable']));
    expect(issuer.requests).toHaveLength(1);

    issuer.status = undefined;
    advanceClock(MINUTE);
    expect(await codeOf(issuer.sign())).toBe('accepted');
  });

  it.each([
    ['names another issuer', { issuer: 'https://another.example' }],
    ['has a file URL for them', { jwks_uri: 'file:///etc/passwd' }],
    ['has no URL for them', { jwks_uri: undefined }],
  ])('are not fetched if the discovery document %s', async (_, discovery) => {
    issuer.discovery = discovery;
    expect(await codeOf(issuer.sign())).toBe('dependency_unavailable');
    expect(issuer.requests).not.toContain('/keys');
  });
});

describe('A call to the issuer', () => {
  const codeVia = async (url: string, call: (issuerUrl: string) => Promise<unknown>): Promise<unknown> =>
    call(url).then(
      () => 'accepted',
      (error: { code?: string }) => error.code,
    );
  const readKeys = async (url: string) => makeOidcKeys(url)({ alg: 'RS256', kid: issuer.key.kid }, undefined as never);
  const readEmail = async (url: string) =>
    makeFindVerifiedEmail(url)(await issuer.sign({ sub: 'ana' }), { issuer: url, subject: 'ana' });

  it('does not follow a redirect to another server', async () => {
    const { url, stop } = await serve((request, response) => {
      if (request.url === '/moved') return response.end('{"sub":"ana"}');
      const location = request.url === '/userinfo' ? '/moved' : issuer.url + request.url;
      return response.writeHead(307, { location }).end();
    });
    issuer.discovery = { issuer: url };
    expect(await codeVia(url, readKeys)).toBe('dependency_unavailable');
    issuer.discovery = { userinfo_endpoint: `${url}/userinfo` };
    expect(await codeVia(issuer.url, readEmail)).toBe('dependency_unavailable');
    await stop();
  });

  it('ends if the issuer does not respond', async () => {
    const { url, stop } = await serve(() => undefined);
    issuerCalls.timeoutMilliseconds = 200;
    issuer.discovery = { jwks_uri: `${url}/keys`, userinfo_endpoint: `${url}/userinfo` };
    const calls = [codeVia(url, readKeys), codeVia(issuer.url, readKeys), codeVia(issuer.url, readEmail)];
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['dependency_unavailable']));
    issuerCalls.timeoutMilliseconds = 5_000;
    await stop();
  });
});
