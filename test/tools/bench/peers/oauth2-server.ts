/**
 * The peer @node-oauth/oauth2-server. Its access tokens are JWTs, signed with the service's algorithm. Its refresh tokens are
 * random. A log-in is one read and one write, and a refresh is two reads and one conditional write.
 */
import { hash, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import OAuth2Server, { type Client, type ExtensionModel, type RefreshTokenModel } from '@node-oauth/oauth2-server';
import { generateKeyPair, SignJWT } from 'jose';
import { listen } from '../../../../lib/local/local-server.ts';
import { defaultLifetimes } from '../../../../shared/settings.ts';
import { answerBench } from '../harness/answer-bench.ts';
import { openItems, PEER_LOGIN } from './items.ts';

const ISSUER = 'http://peer.localhost';
const { accessTokenSeconds, refreshTokenSeconds } = defaultLifetimes;
const { BENCH_CLIENT_ID = '', BENCH_CLIENT_SECRET = '' } = process.env;

const digest = (secret: string): Buffer => hash('sha256', secret, 'buffer');

const { privateKey } = await generateKeyPair('EdDSA');
const items = await openItems('OAuth');
await items.create(BENCH_CLIENT_ID, { digest: digest(BENCH_CLIENT_SECRET).toString('hex') }, refreshTokenSeconds);

/** The tokens of one log-in are an item, which has the live refresh token. The library passes this to all functions. */
interface Family {
  readonly familyId: string;
  /** The refresh token that the request presents. */
  readonly presented?: string;
}

const toClient = (id: string): Client => ({ id, grants: [PEER_LOGIN, 'refresh_token'] });

const model: ExtensionModel & RefreshTokenModel = {
  async getClient(id, secret) {
    const item = await items.find(id);
    const isRight = item && timingSafeEqual(digest(secret), Buffer.from(item['digest'] as string, 'hex'));
    return isRight ? toClient(id) : undefined;
  },
  async generateAccessToken({ id }) {
    const iat = Math.floor(Date.now() / 1_000);
    const claims = { iss: ISSUER, aud: ISSUER, sub: id, client_id: id, company_id: 'acme', scope: 'checkin' };
    return new SignJWT({ ...claims, iat, exp: iat + accessTokenSeconds, jti: randomUUID() })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: 'key-1' })
      .sign(privateKey);
  },
  generateRefreshToken: async (_, user) => `${(user as Family).familyId}.${randomUUID()}`,
  // Required by the library for authenticating requests, which is not measured.
  getAccessToken: async () => undefined,
  async getRefreshToken(presented) {
    const [familyId = ''] = presented.split('.');
    const item = await items.find(familyId);
    if (item?.['live'] !== presented) return undefined;
    return { refreshToken: presented, client: toClient(item['clientId'] as string), user: { familyId, presented } };
  },
  // Saving the successor revokes this token in the same write.
  revokeToken: async () => true,
  async saveToken(token, { id }, user) {
    const { familyId, presented } = user as Family;
    const live = token.refreshToken;
    const isSaved = presented
      ? await items.replace(familyId, 'live', [presented, live], refreshTokenSeconds)
      : await items.create(familyId, { clientId: id, live }, refreshTokenSeconds);
    return isSaved && { ...token, client: toClient(id), user };
  },
};

/** Client credentials with a refresh token, which the library's own grant does not issue. */
class LogIn extends OAuth2Server.AbstractGrantType {
  override async handle(_: unknown, client: Client) {
    const user: Family = { familyId: randomUUID() };
    const [accessToken, refreshToken] = await Promise.all([
      this.generateAccessToken(client, user, []),
      this.generateRefreshToken(client, user, []),
    ]);
    const expiry = {
      accessTokenExpiresAt: this.getAccessTokenExpiresAt(),
      refreshTokenExpiresAt: this.getRefreshTokenExpiresAt(),
    };
    return model.saveToken({ accessToken, refreshToken, ...expiry, client, user }, client, user);
  }
}

const server = new OAuth2Server({
  model,
  accessTokenLifetime: accessTokenSeconds,
  refreshTokenLifetime: refreshTokenSeconds,
  extendedGrantTypes: { [PEER_LOGIN]: LogIn },
});

const app = createServer(async (request, response) => {
  const { method = '' } = request;
  const headers = request.headers as Record<string, string>;
  const body = Object.fromEntries(new URLSearchParams(await text(request)));
  const answer = new OAuth2Server.Response();
  // The answer says what was wrong.
  await server.token(new OAuth2Server.Request({ method, headers, query: {}, body }), answer).catch(() => undefined);
  response.writeHead(answer.status ?? 500, answer.headers).end(JSON.stringify(answer.body));
});

answerBench(await listen(app, 'PORT', 0));
