import { randomBytes } from 'node:crypto';
import { CONSOLE_SCOPE } from '../../../shared/console-api/routes.ts';
import type { Keycloak } from './keycloak-server.ts';

export interface KeycloakUser {
  /** `sub` of the user's tokens. */
  readonly id: string;
  readonly username: string;
  readonly password: string;
}

export interface ConsoleRealm {
  /** `iss` of the realm's tokens. */
  readonly issuer: string;
  readonly clientId: string;
  readonly addUser: (username: string) => Promise<KeycloakUser>;
  /** Ends all sessions of a user and thereby revokes their refresh tokens. */
  readonly endSessions: (user: KeycloakUser) => Promise<void>;
}

const REALM = 'company';
const CLIENT_ID = 'checkin-console';
/** The lifetime of an access token. The console renews a token 15 seconds before its expiry. */
export const ACCESS_TOKEN_SECONDS = 20;

/** Makes the realm with the settings of docs/deployment.md. @param consoleUrl such as `http://127.0.0.1:3000/console/` */
export const createConsoleRealm = async (
  { url, administer }: Pick<Keycloak, 'url' | 'administer'>,
  consoleUrl: string,
): Promise<ConsoleRealm> => {
  await administer('POST', '', { realm: REALM, enabled: true, accessTokenLifespan: ACCESS_TOKEN_SECONDS });
  const scopeId = await administer('POST', `/${REALM}/client-scopes`, {
    name: CONSOLE_SCOPE,
    protocol: 'openid-connect',
    attributes: { 'include.in.token.scope': 'true' },
    protocolMappers: [
      {
        name: 'audience of the console',
        protocol: 'openid-connect',
        protocolMapper: 'oidc-audience-mapper',
        config: { 'included.client.audience': CLIENT_ID, 'access.token.claim': 'true', 'id.token.claim': 'false' },
      },
    ],
  });
  const clientKey = await administer('POST', `/${REALM}/clients`, {
    clientId: CLIENT_ID,
    publicClient: true,
    standardFlowEnabled: true,
    directAccessGrantsEnabled: false,
    redirectUris: [consoleUrl],
    // `+` stands for the redirect URIs in `post.logout.redirect.uris`, and for their origins in `webOrigins`.
    webOrigins: ['+'],
    attributes: { 'pkce.code.challenge.method': 'S256', 'post.logout.redirect.uris': '+' },
  });
  await administer('PUT', `/${REALM}/clients/${clientKey}/optional-client-scopes/${scopeId}`);
  return {
    issuer: `${url}/realms/${REALM}`,
    clientId: CLIENT_ID,
    async addUser(username) {
      const password = randomBytes(16).toString('hex');
      const id = await administer('POST', `/${REALM}/users`, {
        username,
        enabled: true,
        email: `${username}@example.com`,
        emailVerified: true,
        // Without names, the first sign-in asks for them.
        firstName: username,
        lastName: 'Example',
        credentials: [{ type: 'password', value: password }],
      });
      return { id, username, password };
    },
    async endSessions({ id }) {
      await administer('POST', `/${REALM}/users/${id}/logout`);
    },
  };
};
