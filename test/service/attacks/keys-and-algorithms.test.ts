import { createPublicKey, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { encode, refusal, revealingPart, sign, useTarget, withHeader, withoutMember, type Craft } from './forge.ts';

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
  [
    'HS256, signed with the public key as if it were the secret',
    ({ header, claims, key }) =>
      sign({ ...header, alg: 'HS256' }, claims, createPublicKey(key).export({ type: 'spki', format: 'pem' })),
  ],

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
