import { readHeader, type ApiRequest } from '../../shared/http/api-request.ts';
import { decodeBody, type TextRequest } from '../../shared/http/read-body.ts';
import { fields } from '../../shared/rules/fields.ts';
import { isValid } from '../../shared/rules/find-problem.ts';
import { MAX_BODY_BYTES } from '../../shared/rules/byte-limits.ts';
import { OAuthError } from './oauth-error.ts';
import type { Credentials } from './request.ts';

export const FORM_MEDIA_TYPE = 'application/x-www-form-urlencoded';
export const CLIENT_CREDENTIALS = 'client_credentials';

export interface TokenRequest extends Credentials {
  /** The parameter as sent; undefined requests every scope of the client. */
  readonly scope: string | undefined;
}

/** The parameters that are read. Others are ignored (RFC 6749, section 3.2). */
const parameters = ['grant_type', 'scope', 'client_id', 'client_secret'] as const;
type Form = Readonly<Partial<Record<(typeof parameters)[number], string>>>;

const isForm = (contentType: string): boolean => contentType.split(';', 1)[0]?.trim().toLowerCase() === FORM_MEDIA_TYPE;

/** Treats a parameter without a value as omitted, and rejects a parameter that is sent twice (RFC 6749, section 3.2). */
const readForm = (request: TextRequest): Form => {
  if (!isForm(readHeader(request, 'content-type') ?? '')) {
    throw new OAuthError('invalid_request', `The Content-Type must be ${FORM_MEDIA_TYPE}.`);
  }
  const formParameters = new URLSearchParams(decodeBody(request, MAX_BODY_BYTES));
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

/** @throws OAuthError `invalid_request`, `unsupported_grant_type`, `invalid_client`; ServiceError from `decodeBody` */
export const parseTokenRequest = (request: ApiRequest): TokenRequest => {
  const form = readForm(request as TextRequest);
  const { grant_type: grantType, scope } = form;
  if (grantType === undefined) throw new OAuthError('invalid_request', 'grant_type is missing.');
  const credentials = readCredentials(readHeader(request, 'authorization'), form);
  if (grantType !== CLIENT_CREDENTIALS) {
    throw new OAuthError('unsupported_grant_type', `grant_type must be ${CLIENT_CREDENTIALS}.`);
  }
  const { clientId, clientSecret } = credentials;
  if (!isValid(fields.clientId, clientId) || !isValid(fields.clientSecret, clientSecret)) {
    throw new OAuthError('invalid_client', 'client_id and client_secret must have 1 to 256 characters.');
  }
  return { ...credentials, scope };
};
