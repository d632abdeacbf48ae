import { generateKeyPair, randomBytes, type KeyObject } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { jwtVerify } from 'jose';
import type { AdapterFactory, Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { CONSOLE_SCOPE } from '../../../shared/console-api/routes.ts';
import { localConsole } from '../../../shared/local-service.ts';
import type { HtmlPage } from '../local-pages.ts';
import type { Respond } from './console-site.ts';
import { renderErrorPage, renderSignInPage, renderSignOutPage, type Account } from './sign-in-page.ts';

interface IssuerOptions {
  /** URL of the API, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** The accounts that can sign in, read at each sign-in. */
  readonly listAccounts: () => Promise<readonly Account[]>;
}

/** Identifies the console's API in token requests (RFC 8707). Tokens for this API have the client's id as their audience. */
const RESOURCE = 'urn:checkin-console';
const HOUR_SECONDS = 60 * 60;
/** A store for one issuer. The default adapter has the same store for all, and warns at the start. The module has no types. */
const MEMORY_ADAPTER: string = 'oidc-provider/lib/adapters/memory_adapter.js';
const USERINFO = '/userinfo';
const INTERACTION = /^\/interaction\/[\w-]+$/;

/** The referrer policy is `same-origin`, because with `no-referrer` browsers would send the form with `Origin: null`. */
const pageHeaders = (contentSecurityPolicy: string): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': contentSecurityPolicy,
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
});

const send = (response: ServerResponse, status: number, { html, contentSecurityPolicy }: HtmlPage): void => {
  response.writeHead(status, pageHeaders(contentSecurityPolicy)).end(html);
};

const setPage = (ctx: KoaContextWithOIDC, { html, contentSecurityPolicy }: HtmlPage): void => {
  ctx.set(pageHeaders(contentSecurityPolicy));
  ctx.body = html;
};

const makeConfiguration = (
  { url, listAccounts }: IssuerOptions,
  adapter: AdapterFactory,
  key: KeyObject,
  consoleUrl: string,
): Configuration => ({
  adapter,
  clients: [
    {
      client_id: localConsole.clientId,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: [consoleUrl],
      post_logout_redirect_uris: [consoleUrl],
    },
  ],
  jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: 'local', alg: 'RS256', use: 'sig' }] },
  cookies: { keys: [randomBytes(32).toString('base64url')] },
  pkce: { required: () => true },
  // Omits the console's own scope: a scope listed both here and for the resource would require consent at each sign-in.
  scopes: ['openid', 'email'],
  claims: { openid: ['sub'], email: ['email'] },
  ttl: {
    AccessToken: HOUR_SECONDS,
    IdToken: HOUR_SECONDS,
    RefreshToken: 12 * HOUR_SECONDS,
    Session: 12 * HOUR_SECONDS,
    Interaction: HOUR_SECONDS,
    Grant: 12 * HOUR_SECONDS,
  },
  issueRefreshToken: () => true,
  rotateRefreshToken: true,
  routes: { userinfo: USERINFO },
  clientBasedCORS: (_, origin) => origin === new URL(url).origin,
  interactions: { url: (_, interaction) => `${localConsole.issuerPath}/interaction/${interaction.uid}` },
  features: {
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => RESOURCE,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: CONSOLE_SCOPE,
        audience: localConsole.audience,
        accessTokenTTL: HOUR_SECONDS,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'RS256' } },
      }),
    },
    revocation: { enabled: true },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx, form) => setPage(ctx, renderSignOutPage(form)),
    },
  },
  async findAccount(_, accountId) {
    const account = (await listAccounts()).find(({ subject }) => subject === accountId);
    return account && { accountId, claims: () => ({ sub: accountId, ...(account.email && { email: account.email }) }) };
  },
  /** Grants everything that the console requests, without a consent page. */
  async loadExistingGrant(ctx) {
    const { provider, client, session } = ctx.oidc;
    const grant = new provider.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' });
    grant.addOIDCScope('openid email');
    grant.addResourceScope(RESOURCE, CONSOLE_SCOPE);
    await grant.save();
    return grant;
  },
  renderError: (ctx) => setPage(ctx, renderErrorPage()),
});

const serveSignIn = async (
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  { listAccounts }: IssuerOptions,
): Promise<void> => {
  const accounts = await listAccounts();
  // Throws if this browser has not begun this sign-in.
  await provider.interactionDetails(request, response);
  const action = `${localConsole.issuerPath}${request.url}`;
  if (request.method !== 'POST') return send(response, 200, renderSignInPage(action, accounts));
  const accountId = new URLSearchParams(await text(request)).get('subject') ?? '';
  if (!accounts.some(({ subject }) => subject === accountId)) return send(response, 400, renderErrorPage());
  await provider.interactionFinished(request, response, { login: { accountId } });
};

const BEARER = /^Bearer +(\S+)$/i;

/**
 * The userinfo endpoint (OpenID Connect Core 1.0, section 5.3) for the console's tokens. The endpoint of oidc-provider rejects
 * these tokens, because their audience is the console's API.
 */
const makeUserinfo =
  (issuer: string, publicKey: KeyObject, listAccounts: () => Promise<readonly Account[]>) =>
  async ({ headers }: IncomingMessage, response: ServerResponse): Promise<void> => {
    const token = BEARER.exec(headers.authorization ?? '')?.[1] ?? '';
    const verified = await jwtVerify(token, publicKey, {
      issuer,
      audience: localConsole.audience,
      algorithms: ['RS256'],
    }).catch(() => undefined);
    const account = (await listAccounts()).find(({ subject }) => subject === verified?.payload.sub);
    if (!account) {
      // RFC 6750, section 3.1.
      response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end();
      return;
    }
    const { subject: sub, email, isEmailVerified = true } = account;
    response
      .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end(JSON.stringify({ sub, ...(email !== undefined && { email, email_verified: isEmailVerified }) }));
  };

/**
 * An OpenID Connect issuer for the local service's console: authorization code with PKCE, access tokens as JWT (RFC 9068),
 * rotated refresh tokens, RP-initiated logout. Its keys and sessions end with the process. Loading the library takes half a
 * second, so the library is loaded only when an issuer is created.
 * @returns a function that responds to requests; it expects their `url` without the issuer's path
 */
export const createIssuer = async (options: IssuerOptions): Promise<Respond> => {
  const [{ Provider: OidcProvider }, { createMemoryAdapter }, { privateKey, publicKey }] = await Promise.all([
    import('oidc-provider'),
    import(MEMORY_ADAPTER) as Promise<{ readonly createMemoryAdapter: () => AdapterFactory }>,
    promisify(generateKeyPair)('rsa', { modulusLength: 2048 }),
  ]);
  const issuer = options.url + localConsole.issuerPath;
  const provider = new OidcProvider(
    issuer,
    makeConfiguration(options, createMemoryAdapter(), privateKey, `${options.url}/console/`),
  );
  const serve = provider.callback();
  const sendUserinfo = makeUserinfo(issuer, publicKey, options.listAccounts);
  return async (request, response) => {
    if (request.url === USERINFO) return sendUserinfo(request, response);
    if (!INTERACTION.test(request.url ?? '')) return serve(request, response);
    await serveSignIn(provider, request, response, options).catch(() => send(response, 400, renderErrorPage()));
  };
};
