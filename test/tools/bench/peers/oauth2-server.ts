import { createServer } from 'node:http';
import OAuth2Server, { type Client, type ExtensionModel, type RefreshTokenModel } from '@node-oauth/oauth2-server';
import express from 'express';
import { listen } from '../../../../lib/local/local-server.ts';
import { defaultLifetimes } from '../../../../shared/settings.ts';
import { answerBench } from '../harness/answer-bench.ts';
import { firstGeneration, makeTokens, nextGeneration, type Generation } from './jose-tokens.ts';
import { openTokenTable, PEER_LOGIN } from './token-table.ts';

/**
 * @node-oauth/oauth2-server in Express, as its documentation describes. Its model works like the service: both tokens are JWTs
 * that jose signs. A log-in is one read and one write, and a refresh is two reads and one conditional write.
 */
const table = await openTokenTable('OAuth');
const tokens = await makeTokens();

const toClient = (id: string): Client => ({ id, grants: [PEER_LOGIN, 'refresh_token'] });

const model: ExtensionModel & RefreshTokenModel = {
  getClient: async (id, secret) => ((await table.isSecretRight(id, secret)) ? toClient(id) : undefined),
  generateAccessToken: (_, user) => tokens.signAccess(user['generation'] as Generation),
  generateRefreshToken: (_, user) => tokens.signRefresh(user['generation'] as Generation),
  // Required by the library for authenticating requests, which is not measured.
  getAccessToken: async () => undefined,
  async getRefreshToken(refreshToken) {
    const previous = await tokens.verifyRefresh(refreshToken);
    if (!previous || (await table.findLiveNumber(previous)) !== previous.number) return undefined;
    // The library passes `user` to the functions that sign and save the successor.
    return {
      refreshToken,
      client: toClient(previous.clientId),
      user: { generation: nextGeneration(previous), previous },
    };
  },
  // Saving the successor revokes this token in the same write.
  revokeToken: async () => true,
  async saveToken(token, oauthClient, user) {
    const { generation, previous } = user as { generation: Generation; previous?: Generation };
    if (!previous) await table.startFamily(generation);
    else if (!(await table.rotateFamily(previous))) return undefined;
    return { ...token, client: oauthClient, user };
  },
};

/** Client credentials with a refresh token, which the library's own grant does not issue. */
class LogIn extends OAuth2Server.AbstractGrantType {
  override async handle(_: unknown, oauthClient: Client) {
    const user = { generation: firstGeneration(oauthClient.id) };
    const [accessToken, refreshToken] = await Promise.all([
      this.generateAccessToken(oauthClient, user, []),
      this.generateRefreshToken(oauthClient, user, []),
    ]);
    const [accessTokenExpiresAt, refreshTokenExpiresAt] = [
      this.getAccessTokenExpiresAt(),
      this.getRefreshTokenExpiresAt(),
    ];
    const token = { accessToken, accessTokenExpiresAt, refreshToken, refreshTokenExpiresAt };
    return model.saveToken({ ...token, client: oauthClient, user }, oauthClient, user);
  }
}

const server = new OAuth2Server({
  model,
  accessTokenLifetime: defaultLifetimes.accessTokenSeconds,
  refreshTokenLifetime: defaultLifetimes.refreshTokenSeconds,
  extendedGrantTypes: { [PEER_LOGIN]: LogIn },
});

const app = express();
app.use(express.urlencoded({ extended: false }));
app.post('/token', async (request, response) => {
  const oauthResponse = new OAuth2Server.Response(response);
  try {
    await server.token(new OAuth2Server.Request(request), oauthResponse);
  } catch {
    // The response says what was wrong.
  }
  response
    .set(oauthResponse.headers)
    .status(oauthResponse.status ?? 500)
    .json(oauthResponse.body);
});
const url = await listen(createServer(app), 'PORT', 0);

answerBench(url);
