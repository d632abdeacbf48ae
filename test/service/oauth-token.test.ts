import { beforeAll, describe, expect, it } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import { ClientCredentials } from 'simple-oauth2';
import { get, post, type TestClient } from '../support/running-service.ts';
import { useServiceInMemory } from '../support/use-service.ts';

const service = useServiceInMemory();
let client: TestClient;
let tokenUrl: string;

beforeAll(async () => {
  tokenUrl = `${service.url}/oauth2/token`;
  client = await service.aClient(undefined, ['checkin', 'sync']);
  await service.stores.users.save({ companyId: client.companyId, id: 1 });
});

const FORM = { 'Content-Type': 'Application/X-WWW-Form-URLencoded ; charset=UTF-8' };
const GRANT = { grant_type: 'client_credentials' };
const basic = (id: string, secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});
const basicOf = ({ clientId, clientSecret }: TestClient) => basic(clientId, clientSecret);
const formOf = ({ clientId, clientSecret }: TestClient) => ({
  ...GRANT,
  client_id: clientId,
  client_secret: clientSecret,
});

const ask = (form: Readonly<Record<string, string>> | string, headers: Record<string, string> = {}) =>
  post(tokenUrl, new URLSearchParams(form).toString(), {
    'Content-Type': 'application/x-www-form-urlencoded',
    ...headers,
  });

/** Returns the usual form, followed by more parameters. */
const formWith = (more: string) => `${new URLSearchParams(formOf(client)).toString()}&${more}`;

/** Returns the status and the `error` of a response. */
const outcomeOf = async (response: ReturnType<typeof ask>) => {
  const { status, body } = await response;
  return [status, body.error];
};

const checkIn = async (token: string) => {
  const { status } = await post(`${service.url}/scheduling/checkin`, { id: 1 }, { Authorization: `Bearer ${token}` });
  return status;
};

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

describe('POST /oauth2/token', () => {
  it('grants an access token without a refresh token, in a response that must not be cached', async () => {
    const { status, headers, body } = await ask(GRANT, basicOf(client));
    expect([status, body]).toEqual([
      200,
      { access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600, scope: 'checkin sync' },
    ]);
    expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
    expect(await checkIn(body.access_token)).toBe(200);
  });

  it('accepts credentials in the form, and ignores unknown parameters', async () => {
    const { status, body } = await ask(formWith('resource=a&resource=b'), FORM);
    expect(status).toBe(200);
    expect(await checkIn(body.access_token)).toBe(200);
  });

  it('accepts a client_id in addition to HTTP Basic only if both name the same client', async () => {
    const { clientId } = client;
    expect(await outcomeOf(ask({ ...GRANT, client_id: clientId }, basicOf(client)))).toEqual([200, undefined]);
    expect(await outcomeOf(ask({ ...GRANT, client_id: 'ckc_other' }, basicOf(client)))).toEqual([
      400,
      'invalid_request',
    ]);
  });

  it('percent-decodes client id and secret in HTTP Basic', async () => {
    const encode = (text: string) => text.replaceAll('_', '%5F');
    const { clientId, clientSecret } = client;
    expect(await outcomeOf(ask(GRANT, basic(encode(clientId), encode(clientSecret))))).toEqual([200, undefined]);
  });

  it('grants only the requested scope, or all scopes of the client if none is requested', async () => {
    const { body } = await ask({ ...formOf(client), scope: 'sync' });
    expect([body.scope, claimsOf(body.access_token)['scope']]).toEqual(['sync', 'sync']);
    expect(await checkIn(body.access_token)).toBe(403);
    expect((await ask({ ...formOf(client), scope: '' })).body.scope).toBe('checkin sync');
    expect((await ask({ ...formOf(client), scope: 'sync checkin' })).body.scope).toBe('checkin sync');
  });

  it.each(['admin', 'checkin admin', 'checkin  sync', 'CHECKIN', ' checkin', 'checkin\u0000'])(
    'rejects the scope %j',
    async (scope) => {
      expect(await outcomeOf(ask({ ...formOf(client), scope }))).toEqual([400, 'invalid_scope']);
    },
  );

  it('does not tell a caller with a wrong secret whether a scope exists', async () => {
    const form = { ...formOf(client), client_secret: 'cks_wrong', scope: 'admin' };
    expect(await outcomeOf(ask(form))).toEqual([401, 'invalid_client']);
  });

  const malformed: [string, () => ReturnType<typeof ask>][] = [
    ['no grant_type', () => ask({ ...formOf(client), grant_type: '' })],
    ['a grant_type twice', () => ask(formWith('grant_type=client_credentials'))],
    ['a secret twice', () => ask(formWith('client_secret=x'))],
    ['a scope twice', () => ask(formWith('scope=checkin&scope=sync'))],
    ['credentials in two places', () => ask(formOf(client), basicOf(client))],
    ['a secret in the form beside a bearer token', () => ask(formOf(client), { Authorization: 'Bearer x' })],
    ['JSON', () => ask(JSON.stringify(formOf(client)), { 'Content-Type': 'application/json' })],
    ['the media type multipart/form-data', () => ask(formOf(client), { 'Content-Type': 'multipart/form-data' })],
    ['a form of more than 16 KiB', () => ask({ ...formOf(client), padding: 'x'.repeat(16_384) })],
    ['a body that is not UTF-8', () => post(tokenUrl, new Uint8Array([0xff, 0x3d, 0x31]), FORM)],
  ];

  it.each(malformed)('responds to %s with invalid_request', async (_, send) => {
    expect(await outcomeOf(send())).toEqual([400, 'invalid_request']);
  });

  it('supports only the grant client_credentials', async () => {
    const form = { ...formOf(client), grant_type: 'password' };
    expect(await outcomeOf(ask(form))).toEqual([400, 'unsupported_grant_type']);
  });

  const unauthorized: [string, () => ReturnType<typeof ask>][] = [
    ['no credentials', () => ask(GRANT)],
    ['no secret', () => ask({ ...GRANT, client_id: client.clientId })],
    ['a wrong secret', () => ask({ ...formOf(client), client_secret: 'cks_wrong' })],
    ['a wrong secret by HTTP Basic', () => ask(GRANT, basic(client.clientId, 'cks_wrong'))],
    ['a secret with a colon', () => ask(GRANT, basic(client.clientId, `${client.clientSecret}:x`))],
    ['credentials with non-ASCII characters', () => ask(GRANT, basic('Tür-7', 'gehëim 🔑'))],
    ['credentials that are not UTF-8', () => ask(GRANT, { Authorization: 'Basic //86eA==' })],
    ['a broken percent-encoding', () => ask(GRANT, basic('%zz', client.clientSecret))],
    ['HTTP Basic without a colon', () => ask(GRANT, { Authorization: 'Basic YWJj' })],
    ['HTTP Basic without credentials', () => ask(GRANT, { Authorization: 'Basic' })],
    ['an empty id and secret', () => ask(GRANT, basic('', ''))],
    ['a bearer token', () => ask(GRANT, { Authorization: 'Bearer x' })],
  ];

  it.each(unauthorized)('responds to %s with invalid_client and a challenge', async (_, send) => {
    const { status, headers, body } = await send();
    expect([status, body.error]).toEqual([401, 'invalid_client']);
    expect(headers.get('www-authenticate')).toBe('Basic realm="checkin", charset="UTF-8"');
    expect(headers.get('cache-control')).toBe('no-store');
    // RFC 6749, section 5.2, allows only these characters.
    expect(body.error_description).toMatch(/^[ !#-[\]-~]+$/);
  });
});

it('POST /oauth2/token ignores white space around the client_id, and names an invisible character in it', async () => {
  const { clientId } = client;
  expect(await outcomeOf(ask({ ...formOf(client), client_id: ` ${clientId}\r\n` }))).toEqual([200, undefined]);
  const { status, body } = await ask({ ...formOf(client), client_id: `${clientId}\u200B1` });
  expect([status, body]).toEqual([
    401,
    { error: 'invalid_client', error_description: 'client_id must not contain the invisible character U+200B.' },
  ]);
});

describe('GET /.well-known/oauth-authorization-server', () => {
  it('describes the service under the URL that the caller used, and names the issuer of its tokens', async () => {
    const url = service.url.replace('127.0.0.1', 'localhost');
    const { status, body } = await get(`${url}/.well-known/oauth-authorization-server`);
    expect([status, body]).toEqual([
      200,
      {
        issuer: service.url,
        token_endpoint: `${url}/oauth2/token`,
        jwks_uri: `${url}/.well-known/jwks.json`,
        scopes_supported: ['checkin', 'sync'],
        response_types_supported: [],
        grant_types_supported: ['client_credentials'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      },
    ]);
  });

  it('ignores X-Forwarded headers of the caller', async () => {
    const url = `${service.url}/.well-known/oauth-authorization-server`;
    const { body } = await get(url, { 'X-Forwarded-Proto': 'javascript', 'X-Forwarded-Host': 'evil.example' });
    expect(body.issuer).toBe(service.url);
  });
});

describe('An OAuth 2.0 library that does not know this service', () => {
  it.each([
    ['HTTP Basic', oauth.ClientSecretBasic],
    ['the form', oauth.ClientSecretPost],
  ])('can log in with credentials in %s (oauth4webapi)', async (_, authenticate) => {
    const insecure = { [oauth.allowInsecureRequests]: true };
    const issuer = new URL(service.url);
    const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    const server = await oauth.processDiscoveryResponse(issuer, discovered);
    const { clientId, clientSecret } = client;
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      { client_id: clientId },
      authenticate(clientSecret),
      { scope: 'checkin' },
      insecure,
    );
    const tokens = await oauth.processClientCredentialsResponse(server, { client_id: clientId }, response);
    expect([tokens.token_type, tokens.scope]).toEqual(['bearer', 'checkin']);
    expect(await checkIn(tokens.access_token)).toBe(200);
  });

  it.each(['header', 'body'] as const)(
    'can log in with credentials in the %s (simple-oauth2)',
    async (authorizationMethod) => {
      const library = new ClientCredentials({
        client: { id: client.clientId, secret: client.clientSecret },
        auth: { tokenHost: service.url, tokenPath: '/oauth2/token' },
        options: { authorizationMethod },
      });
      const { token } = await library.getToken({ scope: ['checkin'] });
      expect(await checkIn(token['access_token'] as string)).toBe(200);
    },
  );
});
