import type { KeyObject } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { jwtVerify } from 'jose';
import { localConsole } from '../../../shared/local-service.ts';
import type { Account } from './sign-in-page.ts';

const BEARER = /^Bearer +(\S+)$/i;

/**
 * The userinfo endpoint (OpenID Connect Core 1.0, section 5.3) for the console's tokens. The endpoint of oidc-provider rejects
 * these tokens, because their audience is the console's API.
 */
export const makeUserinfo =
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
