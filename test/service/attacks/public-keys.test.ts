import { createPublicKey, generateKeyPairSync, randomUUID, verify, type JsonWebKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { importPublicKey } from '../../../shared/adapters/keys/ed25519.ts';
import type { PublicKey } from '../../../shared/domain/public-key.ts';
import vectors from '../../support/wycheproof-ed25519.json' with { type: 'json' };
import { encode, openTarget, refusal, sign, view, type Craft, type Key, type Sample, type Target } from './forge.ts';

/** The order of the group (RFC 8032, section 5.1). */
const L = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;
/** The neutral element of the group. If it is the public key A, the signature R = A, S = 0 is valid for every message. */
const NEUTRAL = Buffer.from(`01${'00'.repeat(31)}`, 'hex');

let target: Target;
/** The table of public keys, which is all that a function needs to verify tokens. */
let published: readonly PublicKey[];

beforeAll(async () => {
  target = await openTarget();
  published = await target.service.stores.publicKeys.list();
});
afterAll(() => target.useShared());
afterAll(() => target.service.stop());

const attackerKeys = generateKeyPairSync('ed25519');
const ownJwk = attackerKeys.publicKey.export({ format: 'jwk' });
const sample = (): Sample => target.shared('access');

const jwkOf = ({ header }: Sample): JsonWebKey => {
  const { x = '' } = published.find(({ kid }) => kid === header['kid']) ?? {};
  return { kty: 'OKP', crv: 'Ed25519', x };
};
const publicKeyOf = (forged: Sample) => createPublicKey({ key: jwkOf(forged), format: 'jwk' });

/** Every encoding of the public key that an implementation could mistake for the secret of an HMAC. */
const keyEncodings: Readonly<Record<string, (forged: Sample) => Key>> = {
  'its 32 bytes': (forged) => Buffer.from(jwkOf(forged).x ?? '', 'base64url'),
  'its base64url': (forged) => jwkOf(forged).x ?? '',
  'its JWK': (forged) => JSON.stringify(jwkOf(forged)),
  'its PEM': (forged) => publicKeyOf(forged).export({ type: 'spki', format: 'pem' }),
  'its DER': (forged) => publicKeyOf(forged).export({ type: 'spki', format: 'der' }),
  'its item in the table': ({ header }) => JSON.stringify(published.find(({ kid }) => kid === header['kid'])),
};

const withSignature =
  (change: (signature: Buffer) => Buffer): Craft =>
  ({ token }) => {
    const [header, payload, signature = ''] = token.split('.');
    return `${header}.${payload}.${change(Buffer.from(signature, 'base64url')).toString('base64url')}`;
  };

/** Converts between big-endian and little-endian (RFC 8032, section 5.1.2). */
const reversed = (bytes: Buffer): Buffer => Buffer.from(bytes.toReversed());
const toScalar = (bytes: Buffer): bigint => BigInt(`0x${reversed(bytes).toString('hex')}`);
const toBytes = (scalar: bigint): Buffer => reversed(Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex'));

/** Adds multiples of the group's order to S, which gives another form of the same signature (RFC 8032, section 8.4). */
const addToS = (times: bigint): Craft =>
  withSignature((signature) =>
    Buffer.concat([signature.subarray(0, 32), toBytes(toScalar(signature.subarray(32)) + times * L)]),
  );

const forgeries: [string, Craft][] = [
  ...Object.entries(keyEncodings).flatMap(([spelling, toKey]): [string, Craft][] => [
    [
      `HS256 with ${spelling} as the secret`,
      (forged) => sign({ ...forged.header, alg: 'HS256' }, forged.claims, toKey(forged)),
    ],
    [
      `alg EdDSA, and an HS512 signature (as long as an Ed25519 one) with ${spelling} as the secret`,
      (forged) => sign(forged.header, forged.claims, toKey(forged), 'sha512'),
    ],
  ]),
  [
    'the attacker’s own key with its own kid',
    ({ header, claims }) => sign({ ...header, kid: randomUUID() }, claims, attackerKeys.privateKey),
  ],
  [
    'a jwk of small order, with which one signature verifies every message',
    ({ header, claims }) =>
      `${encode({ ...header, jwk: { ...ownJwk, x: NEUTRAL.toString('base64url') } })}.${encode(claims)}.${Buffer.concat([NEUTRAL, Buffer.alloc(32)]).toString('base64url')}`,
  ],
  [
    'two kid members, the second of which is the attacker’s own',
    ({ header, claims }) => {
      const twice = JSON.stringify(header).replace(/\}$/, `,"kid":"${randomUUID()}"}`);
      return sign(twice, claims, attackerKeys.privateKey);
    },
  ],
  [
    'two alg members, the second of which is none',
    ({ header, claims, token }) =>
      `${encode(JSON.stringify(header).replace(/\}$/, ',"alg":"none"}'))}.${encode(claims)}.${token.split('.')[2]}`,
  ],
  ...[1n, 2n, 3n].map((times): [string, Craft] => [
    `S with ${times} times the order of the group added`,
    addToS(times),
  ]),
  ['S of zeros', withSignature((signature) => Buffer.concat([signature.subarray(0, 32), Buffer.alloc(32)]))],
  ['R of small order', withSignature((signature) => Buffer.concat([NEUTRAL, signature.subarray(32)]))],
  ['R of small order, and S of zeros', withSignature(() => Buffer.concat([NEUTRAL, Buffer.alloc(32)]))],
  [
    'R with the sign of its x changed',
    withSignature((signature) => {
      const changed = Buffer.from(signature);
      changed.writeUInt8(changed.readUInt8(31) ^ 0x80, 31);
      return changed;
    }),
  ],
  ['only zeros', withSignature(() => Buffer.alloc(64))],
];

describe('With everything that a function can read to verify tokens', () => {
  it('a valid token can be verified', () => {
    const [header, payload, signature = ''] = sample().token.split('.');
    const input = Buffer.from(`${header}.${payload}`);
    expect(verify(null, input, publicKeyOf(sample()), Buffer.from(signature, 'base64url'))).toBe(true);
    expect(Object.keys(published[0] ?? {}).toSorted()).toEqual(['kid', 'publishedAt', 'signsFrom', 'x']);
  });

  it.each(forgeries)('no token can be forged: %s', async (_, craft) => {
    const forged = craft(sample());
    expect(forged).not.toBe(sample().token);
    expect(view(await target.send('access', forged))).toEqual(refusal('access', 'invalid'));
  });
});

type Vector = (typeof vectors.testGroups)[number]['tests'][number] & { readonly x: string };

const all: Vector[] = vectors.testGroups.flatMap(({ x, tests }) => tests.map((test) => ({ ...test, x })));
/** Excludes the result `acceptable`, for keys of small or mixed order. Only `auth` publishes keys, and it makes no such keys. */
const judged = all.filter(({ result }) => result !== 'acceptable');

describe('The signatures of Wycheproof', () => {
  /** Verifies a signature as jose does. */
  const isAccepted = ({ x, msg, sig }: Vector): Promise<boolean> =>
    crypto.subtle.verify('Ed25519', importPublicKey(x), Buffer.from(sig, 'hex'), Buffer.from(msg, 'hex'));

  it(`are accepted or rejected as Wycheproof says: ${judged.length} of ${all.length}`, async () => {
    const accepted = await Promise.all(judged.map(isAccepted));
    const wrong = judged.filter(({ result }, index) => accepted[index] !== (result === 'valid'));
    expect(wrong.map(({ tcId }) => tcId)).toEqual([]);
    expect(new Set(all.filter((vector) => !judged.includes(vector)).flatMap(({ flags }) => flags))).toEqual(
      new Set(['SmallOrderPublicKey', 'MixedOrderPublicKey']),
    );
  });

  it('that are invalid are also rejected in a token', async () => {
    const { token } = sample();
    const [header, payload] = token.split('.');
    const signatures = new Set(judged.filter(({ result }) => result === 'invalid').map(({ sig }) => sig));
    const statuses = await Promise.all(
      Array.from(signatures, async (sig) => {
        const signature = Buffer.from(sig, 'hex').toString('base64url');
        return (await target.send('access', `${header}.${payload}.${signature}`)).status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([401]));
  });
});
