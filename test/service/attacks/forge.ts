import { createHash, createHmac, createPrivateKey, KeyObject, sign as signBytes, type BinaryLike } from 'node:crypto';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { LOCAL_KEY_SECRET } from '../../../shared/local-service.ts';
import type { TokenKind } from '../../../shared/domain/tokens.ts';
import {
  get,
  post,
  runServiceInMemory,
  type HttpResponse,
  type RunningService,
  type TestClient,
} from '../../support/running-service.ts';
import { useForFile } from '../../support/use-service.ts';

export type Part = Record<string, unknown>;

/** A key that signs with Ed25519 if it is a private key, otherwise with HMAC. */
export type Key = BinaryLike | KeyObject;

/** The parts of a valid token of one kind, and the key that signed it. */
export interface Sample {
  readonly kind: TokenKind;
  readonly token: string;
  readonly header: Part;
  readonly claims: Part & { readonly iat: number; readonly exp: number };
  readonly key: Key;
  /** The secret in Secrets Manager from which the key is made. */
  readonly secret: string;
  /** A valid token of the other kind. */
  readonly other: Omit<Sample, 'other'>;
}

/** Makes another token from a valid token. */
export type Craft = (sample: Sample) => string;

export const encode = (part: unknown): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');

export const signatureOf = (input: string, key: Key, hash = 'sha256'): string =>
  key instanceof KeyObject && key.type === 'private'
    ? signBytes(null, Buffer.from(input), key).toString('base64url')
    : createHmac(hash, key).update(input).digest('base64url');

/** Signs any header and claims. A string is encoded unchanged, so it need not be valid JSON. */
export const sign = (header: unknown, claims: unknown, key: Key, hash?: string): string => {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${signatureOf(input, key, hash)}`;
};

export const withHeader =
  (change: Part): Craft =>
  ({ header, claims, key }) =>
    sign({ ...header, ...change }, claims, key);

export const withClaims =
  (change: (claims: Sample['claims']) => Part): Craft =>
  ({ header, claims, key }) =>
    sign(header, { ...claims, ...change(claims) }, key);

/** Signs the token again, without a member of its header or its claims. */
export const withoutMember =
  (part: 'header' | 'claims', name: string): Craft =>
  ({ header, claims, key }) => {
    const parts: Record<typeof part, Part> = { header: { ...header }, claims: { ...claims } };
    delete parts[part][name];
    return sign(parts.header, parts.claims, key);
  };

export const decode = (token: string, part: 0 | 1): Part =>
  JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString()) as Part;

export interface Target {
  readonly service: RunningService;
  readonly client: TestClient;
  /** A valid token of a new family. */
  sample(kind: TokenKind): Promise<Sample>;
  /** The valid token from which forged ones are made, the same at each call. No test sends it. */
  shared(kind: TokenKind): Sample;
  /** Throws if a token from which forged ones were made is not valid. Stops the service. */
  stop(): Promise<void>;
  send(kind: TokenKind, token: string): Promise<HttpResponse>;
}

/** Sends a request to the route for this kind of token. */
const sendTo = (url: string, kind: TokenKind, headers: Record<string, string>): Promise<HttpResponse> =>
  kind === 'access' ? post(`${url}/scheduling/checkin`, { id: 1 }, headers) : get(`${url}/auth/refresh-token`, headers);

const readSecret = async ({ secretsUrl }: RunningService): Promise<string> => {
  const secrets = new SecretsManagerClient({ endpoint: secretsUrl });
  const { SecretString = '' } = await secrets.send(new GetSecretValueCommand({ SecretId: LOCAL_KEY_SECRET }));
  secrets.destroy();
  return SecretString;
};

/** Makes an Ed25519 key whose seed is the SHA-256 of the secret, by way of PKCS#8 (RFC 8410, section 7). */
const toPrivateKey = (secret: string): KeyObject => {
  const seed = createHash('sha256').update(secret).digest('hex');
  const key = Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex');
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
};

/** Starts a service, creates a client whose company has user 1, and reads the key that signs tokens. */
const openTarget = async (): Promise<Target> => {
  const service = await runServiceInMemory();
  const client = await service.aClient();
  await service.stores.users.save({ companyId: client.companyId, id: 1 });
  const secret = await readSecret(service);
  const key = toPrivateKey(secret);
  const toSample = (kind: TokenKind, token: string): Omit<Sample, 'other'> => ({
    kind,
    token,
    header: decode(token, 0),
    claims: decode(token, 1) as Sample['claims'],
    secret,
    key,
  });
  const sample = async (kind: TokenKind): Promise<Sample> => {
    const { accessToken, refreshToken } = await service.logIn(client);
    const [access, refresh] = [toSample('access', accessToken), toSample('refresh', refreshToken)];
    return kind === 'access' ? { ...access, other: refresh } : { ...refresh, other: access };
  };
  const send = (kind: TokenKind, token: string): Promise<HttpResponse> =>
    sendTo(service.url, kind, { Authorization: `Bearer ${token}` });
  const shared = { access: await sample('access'), refresh: await sample('refresh') };
  return {
    service,
    client,
    sample,
    shared: (kind) => shared[kind],
    async stop() {
      for (const { kind, token } of [shared.access, shared.refresh]) {
        const { status } = await send(kind, token);
        if (status !== 200) throw new Error(`the good ${kind} token gets ${status} after the attacks`);
      }
      await service.stop();
    },
    send,
  };
};

export const useTarget = (): Target => useForFile(openTarget);

const errors = {
  invalid: { code: 'token_invalid', message: 'The token is invalid or was revoked. Get a new one.' },
  expired: { code: 'token_expired', message: 'The token has expired. Get a new one.' },
  missing: { code: 'token_missing', message: 'Send a token in the header Authorization: Bearer <token>.' },
};

const challenge = 'Bearer realm="checkin"';

/** The expected {@link revealingPart} of a rejection. It is the same for all invalid tokens (RFC 6750, section 3). */
export const refusal = (kind: TokenKind, problem: keyof typeof errors) => ({
  status: 401,
  body: { statusCode: 401, ...errors[problem], requestId: 'as in the header' },
  challenge: problem === 'missing' ? challenge : `${challenge}, error="invalid_token"`,
  cacheControl: kind === 'refresh' ? 'no-store' : null,
  names: [
    ...(kind === 'refresh' ? ['cache-control'] : []),
    'content-language',
    'content-length',
    'content-type',
    'www-authenticate',
    'x-request-id',
  ],
});

/** The part of a rejection that could reveal its reason. */
export const revealingPart = ({ status, headers, body }: HttpResponse): object => ({
  status,
  body: { ...body, ...(body.requestId === headers.get('x-request-id') && { requestId: 'as in the header' }) },
  challenge: headers.get('www-authenticate'),
  cacheControl: headers.get('cache-control'),
  names: [...headers.keys()].filter((name) => !['connection', 'keep-alive', 'date', 'apigw-requestid'].includes(name)),
});
