import { decodeJwt, exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { serve, type TestServer } from './serve.ts';

interface IssuerKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
}

const makeKey = async (kid: string): Promise<IssuerKey> => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  // Without `alg`, so that only the verifier limits the algorithms.
  return { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, use: 'sig' } };
};

/** The first key, which all issuers of a test file share, because creating a key is slow. */
let firstKey: Promise<IssuerKey> | undefined;

/** The part of an OpenID Connect issuer that the service uses: a discovery document, keys and userinfo. */
export interface StubIssuer extends TestServer {
  /** Requested paths, in order. */
  readonly requests: string[];
  /** Added to the usual discovery document; members of the same name are replaced. */
  discovery: object;
  /** For each subject, the members of its userinfo besides `sub`. A subject without an entry gets a 401. */
  readonly userinfo: Map<string, object>;
  /** If set, every response has this status. */
  status: number | undefined;
  /** The key that `sign` uses. */
  readonly key: IssuerKey;
  /** Replaces the key. The old key is no longer published. */
  rotate(): Promise<void>;
  /** Makes an access token, by default a valid one for the audience `console`. A claim that is `undefined` is left out. */
  sign(claims?: Readonly<Record<string, unknown>>, header?: object): Promise<string>;
}

export const STUB_AUDIENCE = 'console';

export const startStubIssuer = async (): Promise<StubIssuer> => {
  let keyNumber = 1;
  firstKey ??= makeKey('key-1');
  let key = await firstKey;
  const requests: string[] = [];
  const userinfo = new Map<string, object>();
  const { url, port, stop } = await serve((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    const documents: Record<string, object> = {
      '/.well-known/openid-configuration': {
        issuer: url,
        jwks_uri: `${url}/keys`,
        userinfo_endpoint: `${url}/userinfo`,
        ...issuer.discovery,
      },
      '/keys': { keys: [key.publicJwk] },
    };
    if (path === '/userinfo') {
      const { sub = '' } = decodeJwt((request.headers.authorization ?? '').replace('Bearer ', ''));
      const claims = userinfo.get(sub);
      response.writeHead(issuer.status ?? (claims ? 200 : 401), { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ sub, ...claims }));
    }
    const document = documents[path];
    response.writeHead(issuer.status ?? (document ? 200 : 404), { 'content-type': 'application/json' });
    return response.end(JSON.stringify(document ?? {}));
  });
  const issuer: StubIssuer = {
    url,
    port,
    requests,
    discovery: {},
    userinfo,
    status: undefined,
    get key() {
      return key;
    },
    async rotate() {
      keyNumber += 1;
      key = await makeKey(`key-${keyNumber}`);
    },
    sign(claims = {}, header = {}) {
      const now = Math.floor(Date.now() / 1000);
      const defaultClaims = { iss: url, sub: 'somebody', aud: STUB_AUDIENCE, scope: 'openid checkin-console/admin' };
      return new SignJWT({ ...defaultClaims, iat: now, exp: now + 300, ...claims })
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: key.kid, ...header })
        .sign(key.privateKey);
    },
    stop,
  };
  return issuer;
};
