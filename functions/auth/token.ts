import { randomUUID } from 'node:crypto';
import { readHeader, type ApiRequest } from '../../shared/http/api-request.ts';
import { readMediaType, readText, type TextRequest } from '../../shared/http/body.ts';
import { fields, MAX_BODY_BYTES } from '../../shared/rules/fields.ts';
import { readValue } from '../../shared/rules/read-value.ts';
import { OAuthError } from './oauth-error.ts';
import type { HttpResponse } from '../../shared/http/response.ts';
import type { OAuthTokenResponse } from './response.ts';
import { sortScopes, type Scope } from '../../shared/rules/api-clients.ts';
import { recordUse } from '../../shared/use-cases/clients/watch-clients.ts';
import { logInClient, type Credentials, type LogInDependencies } from './log-in.ts';

export const FORM_MEDIA_TYPE = 'application/x-www-form-urlencoded';
export const CLIENT_CREDENTIALS = 'client_credentials';

interface TokenRequest extends Credentials {
  /** The parameter as sent; undefined requests every scope of the client. */
  readonly scope: string | undefined;
}

/** The parameters that are read. Others are ignored (RFC 6749, section 3.2). */
const parameters = ['grant_type', 'scope', 'client_id', 'client_secret'] as const;
export type FormParameter = (typeof parameters)[number];
type Form = Readonly<Partial<Record<FormParameter, string>>>;

/** Treats a parameter without a value as omitted, and rejects a parameter that is sent twice (RFC 6749, section 3.2). */
const readForm = (request: TextRequest): Form => {
  if (readMediaType(request) !== FORM_MEDIA_TYPE) {
    throw new OAuthError('invalid_request', `The Content-Type must be ${FORM_MEDIA_TYPE}.`);
  }
  const formParameters = new URLSearchParams(readText(request, MAX_BODY_BYTES));
  const repeated = parameters.find((name) => formParameters.getAll(name).length > 1);
  if (repeated) throw new OAuthError('invalid_request', `${repeated} was sent twice.`);
  return Object.fromEntries(
    parameters.flatMap((name) => (formParameters.get(name) ? [[name, formParameters.get(name)]] : [])),
  );
};

const BASIC = /^basic +(?<encoded>[A-Za-z\d+/]+={0,2}) *$/i;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes the client id or the secret. In Basic credentials, both are form-encoded (RFC 6749, section 2.3.1). */
const decodePart = (part: string): string => decodeURIComponent(part.replaceAll('+', ' '));

/** @returns undefined if the credentials are malformed */
const decodeBasic = (authorization: string): Credentials | undefined => {
  const encoded = BASIC.exec(authorization)?.groups?.['encoded'];
  if (encoded === undefined) return undefined;
  try {
    const [, id, secret] = /^([^:]*):(.*)$/s.exec(UTF8.decode(Buffer.from(encoded, 'base64'))) ?? [];
    if (id === undefined || secret === undefined) return undefined;
    return { clientId: decodePart(id), clientSecret: decodePart(secret) };
  } catch {
    return undefined;
  }
};

const readCredentials = (authorization: string | undefined, form: Form): Credentials => {
  const { client_id: id, client_secret: secret } = form;
  if (authorization === undefined) {
    if (id === undefined || secret === undefined) {
      throw new OAuthError('invalid_client', 'Send client_id and client_secret, by HTTP Basic or in the form.');
    }
    return { clientId: id, clientSecret: secret };
  }
  if (secret !== undefined) {
    throw new OAuthError('invalid_request', 'Send the credentials by HTTP Basic or in the form, not both.');
  }
  const basic = decodeBasic(authorization);
  if (!basic) throw new OAuthError('invalid_client', 'The Authorization header must be well-formed HTTP Basic.');
  // A client_id without a secret is allowed beside Basic credentials (RFC 6749, section 3.2.1).
  if (id !== undefined && id !== basic.clientId) {
    throw new OAuthError('invalid_request', 'client_id differs from that in the Authorization header.');
  }
  return basic;
};

/** @throws OAuthError `invalid_request`, `unsupported_grant_type`, `invalid_client`; ServiceError from `readText` */
const parseTokenRequest = (request: ApiRequest): TokenRequest => {
  const form = readForm(request as TextRequest);
  const { grant_type: grantType, scope } = form;
  if (grantType === undefined) throw new OAuthError('invalid_request', 'grant_type is missing.');
  const credentials = readCredentials(readHeader(request, 'authorization'), form);
  if (grantType !== CLIENT_CREDENTIALS) {
    throw new OAuthError('unsupported_grant_type', `grant_type must be ${CLIENT_CREDENTIALS}.`);
  }
  const clientId = readValue(fields.clientId, credentials.clientId);
  const clientSecret = readValue(fields.clientSecret, credentials.clientSecret);
  if ('problem' in clientId && 'character' in clientId.problem) {
    const { character } = clientId.problem;
    throw new OAuthError('invalid_client', `client_id must not contain the invisible character ${character}.`);
  }
  if ('problem' in clientId || 'problem' in clientSecret) {
    throw new OAuthError('invalid_client', 'client_id and client_secret must have 1 to 256 characters.');
  }
  return { clientId: clientId.value, clientSecret: clientSecret.value, scope };
};

interface TokenDependencies extends LogInDependencies {
  readonly accessTokenSeconds: number;
}

/** @param scope names separated by one space (RFC 6749, section 3.3) */
const chooseScopes = (scope: string | undefined, allowed: readonly Scope[]): readonly Scope[] => {
  if (scope === undefined) return allowed;
  const requested = scope.split(' ');
  if (requested.some((name) => !allowed.includes(name as Scope))) {
    throw new OAuthError('invalid_scope', `The client can request these scopes: ${allowed.join(' ')}.`);
  }
  return sortScopes(requested as Scope[]);
};

/**
 * POST /oauth2/token: the client credentials grant (RFC 6749, section 4.4). It issues no refresh token, so no family is stored.
 */
export const grantToken = async (request: ApiRequest, dependencies: TokenDependencies): Promise<HttpResponse> => {
  const { mint, log, now, accessTokenSeconds } = dependencies;
  const { scope, ...credentials } = parseTokenRequest(request);
  const { client, secret, keyId } = await logInClient(credentials, request.requestContext.http.sourceIp, dependencies);
  const scopes = chooseScopes(scope, client.scopes);
  const familyId = randomUUID();
  log({ fields: { familyId } });
  const { revocationNumber } = client;
  const generation = { number: 0, issuedAt: now(), keyId, scopes, revocationNumber };
  // The refresh token is dropped. It would not work, because its family is not stored.
  const [{ accessToken }] = await Promise.all([
    mint.mint(client, { familyId }, generation),
    recordUse({ client, secret }, dependencies),
  ]);
  const body: OAuthTokenResponse = {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: accessTokenSeconds,
    scope: scopes.join(' '),
  };
  return { statusCode: 200, body };
};
