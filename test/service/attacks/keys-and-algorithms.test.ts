import { createPublicKey, createSign, generateKeyPairSync, randomUUID, verify, type JsonWebKey } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { importPublicKey } from '../../../shared/adapters/keys/verification-keys.ts';
import type { PublicKey } from '../../../shared/domain/public-key.ts';
import wycheproof from '../../support/wycheproof-ed25519.json' with { type: 'json' };
import {
  encode,
  refusal,
  revealingPart,
  sign,
  useTarget,
  withHeader,
  withoutMember,
  type Craft,
  type Key,
  type Sample,
} from './forge.ts';

const target = useTarget();

const ed25519 = generateKeyPairSync('ed25519');
const attackerJwk = ed25519.publicKey.export({ format: 'jwk' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' });

const signRsa = (header: object, claims: object): string => {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${createSign('RSA-SHA256').update(input).sign(rsa.privateKey, 'base64url')}`;
};

/** Makes an unsigned token. The default signature is made up but has the right length, so only `alg` gives it away. */
const unsigned =
  (alg: unknown, signature?: string): Craft =>
  ({ header, claims, token }) =>
    `${encode({ ...header, alg })}.${encode(claims)}.${signature ?? 'A'.repeat(token.split('.')[2]?.length ?? 0)}`;

const signedByAttacker =
  (change: object): Craft =>
  ({ header, claims }) =>
    sign({ ...header, ...change }, claims, ed25519.privateKey);

const attacks: [string, Craft][] = [
  ...['none', 'nOnE', ''].flatMap((alg): [string, Craft][] => [
    [`alg "${alg}" without a signature`, unsigned(alg, '')],
    [`alg "${alg}" with a made-up signature`, unsigned(alg)],
  ]),
  ['no alg', withoutMember('header', 'alg')],
  ...[null, ['EdDSA'], 'none', 'eddsa', 'HS256', 'PS256'].map((alg): [string, Craft] => [
    `alg ${JSON.stringify(alg)}, signed with the real key`,
    withHeader({ alg }),
  ]),
  [
    'HS512, signed by HS512 with the real secret',
    ({ header, claims, secret }) => sign({ ...header, alg: 'HS512' }, claims, secret, 'sha512'),
  ],
  ['RS256, signed with the attacker’s own key', ({ header, claims }) => signRsa({ ...header, alg: 'RS256' }, claims)],
  ['HS256, signed with a public key as if it were the secret', ({ header, claims }) => sign(header, claims, pem)],

  ['the attacker’s own key under the real kid', signedByAttacker({})],
  ['an empty key', ({ header, claims }) => sign(header, claims, '')],
  ['the kid as the key', ({ header, claims }) => sign(header, claims, String(header['kid']))],
  [
    'an embedded jwk, and no kid',
    ({ header: { alg, typ }, claims }) => sign({ alg, typ, jwk: attackerJwk }, claims, ed25519.privateKey),
  ],
  ...Object.entries({
    jwk: attackerJwk,
    jku: 'https://attacker.example/jwks.json',
    x5u: 'https://attacker.example/cert.pem',
    x5c: [pem.toString()],
    crit: ['exp'],
    b64: false,
    zip: 'DEF',
  }).flatMap(([member, value]): [string, Craft][] => [
    [`${member}, signed with the attacker’s own key`, signedByAttacker({ [member]: value })],
    [`${member}, signed with the real key`, withHeader({ [member]: value })],
  ]),

  ['no kid', withoutMember('header', 'kid')],
  ...[null, 0, [], '', 'file:///dev/null', 'AWSCURRENT', '__proto__', 'k'.repeat(1_000), randomUUID()].map(
    (kid): [string, Craft] => [`kid ${JSON.stringify(kid).slice(0, 40)}`, withHeader({ kid })],
  ),
  [
    'kid in capitals',
    ({ header, claims, key }) => sign({ ...header, kid: String(header['kid']).toUpperCase() }, claims, key),
  ],
  ['kid and key of another deployment', signedByAttacker({ kid: randomUUID() })],
];

describe.each(['access', 'refresh'] as const)('The route for the %s token', (kind) => {
  it('accepts a valid token that this test has signed', async () => {
    const { header, claims, key, token } = await target.sample(kind);
    expect(sign(header, claims, key)).toBe(token);
    expect((await target.send(kind, token)).status).toBe(200);
  });

  it.each(attacks)('rejects a token with %s', async (_, craft) => {
    expect(revealingPart(await target.send(kind, craft(target.shared(kind))))).toEqual(refusal(kind, 'invalid'));
  });
});

/** The table of public keys, which is all that a function needs to verify tokens. */
let published: readonly PublicKey[];

beforeAll(async () => {
  published = await target.service.stores.publicKeys.list();
});

const sample = (): Sample => target.shared('access');

const jwkOf = ({ header }: Sample): JsonWebKey => {
  const { x = '' } = published.find(({ kid }) => kid === header['kid']) ?? {};
  return { kty: 'OKP', crv: 'Ed25519', x };
};
const publicKeyOf = (original: Sample) => createPublicKey({ key: jwkOf(original), format: 'jwk' });

/** Every encoding of the public key that an implementation could mistake for the secret of an HMAC. */
const keyEncodings: Readonly<Record<string, (original: Sample) => Key>> = {
  'the public key’s 32 bytes': (original) => Buffer.from(jwkOf(original).x ?? '', 'base64url'),
  'the public key in base64url': (original) => jwkOf(original).x ?? '',
  'the public key as a JWK': (original) => JSON.stringify(jwkOf(original)),
  'the public key as PEM': (original) => publicKeyOf(original).export({ type: 'spki', format: 'pem' }),
  'the public key as DER': (original) => publicKeyOf(original).export({ type: 'spki', format: 'der' }),
  'the public key’s item in the table': ({ header }) =>
    JSON.stringify(published.find(({ kid }) => kid === header['kid'])),
};

const forgeries: [string, Craft][] = [
  ...Object.entries(keyEncodings).flatMap(([encoding, toKey]): [string, Craft][] => [
    [
      `HS256 with ${encoding} as the secret`,
      (original) => sign({ ...original.header, alg: 'HS256' }, original.claims, toKey(original)),
    ],
    [
      `alg EdDSA, and an HS512 signature (64 bytes, like an Ed25519 one) with ${encoding} as the secret`,
      (original) => sign(original.header, original.claims, toKey(original), 'sha512'),
    ],
  ]),
  [
    'two kid members, the second of which is the attacker’s own',
    ({ header, claims }) => {
      const twice = JSON.stringify(header).replace(/\}$/, `,"kid":"${randomUUID()}"}`);
      return sign(twice, claims, ed25519.privateKey);
    },
  ],
  [
    'two alg members, the second of which is none',
    ({ header, claims, token }) =>
      `${encode(JSON.stringify(header).replace(/\}$/, ',"alg":"none"}'))}.${encode(claims)}.${token.split('.')[2]}`,
  ],
];

describe('With everything that a function can read to verify tokens,', () => {
  it('a valid token can be verified', () => {
    const [header, payload, signature = ''] = sample().token.split('.');
    const input = Buffer.from(`${header}.${payload}`);
    expect(verify(null, input, publicKeyOf(sample()), Buffer.from(signature, 'base64url'))).toBe(true);
    expect(Object.keys(published[0] ?? {}).toSorted()).toEqual(['kid', 'publishedAt', 'signsFrom', 'x']);
  });

  it.each(forgeries)('no token can be forged: %s', async (_, craft) => {
    const forged = craft(sample());
    expect(forged).not.toBe(sample().token);
    expect(revealingPart(await target.send('access', forged))).toEqual(refusal('access', 'invalid'));
  });
});

const { vectors } = wycheproof;

/**
 * The vectors whose result is `valid` or `invalid`. The third result, `acceptable`, applies to keys of small or mixed order,
 * which the service never makes.
 */
const decided = vectors.filter(({ result }) => result !== 'acceptable');

describe('The signatures in the Wycheproof test vectors', () => {
  /** Verifies a signature as jose does. */
  const isAccepted = ({ x, msg, sig }: (typeof vectors)[number]): Promise<boolean> =>
    crypto.subtle.verify('Ed25519', importPublicKey(x), Buffer.from(sig, 'hex'), Buffer.from(msg, 'hex'));

  it(`are accepted if valid and rejected if invalid (${decided.length} of ${vectors.length} are either)`, async () => {
    const accepted = await Promise.all(decided.map(isAccepted));
    const wrong = decided.filter(({ result }, index) => accepted[index] !== (result === 'valid'));
    expect(wrong.map(({ tcId }) => tcId)).toEqual([]);
    expect(new Set(vectors.filter((vector) => !decided.includes(vector)).flatMap(({ flags }) => flags))).toEqual(
      new Set(['SmallOrderPublicKey', 'MixedOrderPublicKey']),
    );
  });

  it('that are invalid are also rejected in a token', async () => {
    const { token } = sample();
    const [header, payload] = token.split('.');
    const signatures = new Set(decided.filter(({ result }) => result === 'invalid').map(({ sig }) => sig));
    const statuses = await Promise.all(
      Array.from(signatures, async (sig) => {
        const signature = Buffer.from(sig, 'hex').toString('base64url');
        return (await target.send('access', `${header}.${payload}.${signature}`)).status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([401]));
  });
});
