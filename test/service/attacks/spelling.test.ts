import { describe, expect, it } from '@jest/globals';
import { encode, refusal, revealingPart, useTarget, signatureOf, type Craft, type Sample } from './forge.ts';

const target = useTarget();

type Parts = readonly [header: string, payload: string, signature: string];

const partsOf = ({ token }: Sample): Parts => token.split('.') as unknown as Parts;

const fromParts =
  (make: (parts: Parts, sample: Sample) => string): Craft =>
  (sample) =>
    make(partsOf(sample), sample);

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Returns another encoding of the same bytes, in which the unused bits of the last character are set. */
const withUnusedBits = (part: string): string => part.slice(0, -1) + ALPHABET[ALPHABET.indexOf(part.at(-1) ?? '') + 1];

const flipBit = (part: string, at: number): string => {
  const character = ALPHABET[(ALPHABET.indexOf(part.at(at) ?? '') + 32) % 64];
  return part.slice(0, at) + character + part.slice(at + 1);
};

const shapes: [string, Craft][] = [
  ...['a', '..', 'a.b', 'a.b.c', 'null'].map((token): [string, Craft] => [
    `the text ${token} in place of its parts`,
    () => token,
  ]),
  ['only header and payload', fromParts(([header, payload]) => `${header}.${payload}`)],
  ['an empty signature', fromParts(([header, payload]) => `${header}.${payload}.`)],
  ['an empty header', fromParts(([, payload, signature]) => `.${payload}.${signature}`)],
  ['an empty payload', fromParts(([header, , signature]) => `${header}..${signature}`)],
  ['a fourth part', ({ token }) => `${token}.${encode('{}')}`],
];

const signatures: [string, Craft][] = [
  [
    'the first 42 characters of the signature',
    fromParts(([header, payload, signature]) => `${header}.${payload}.${signature.slice(0, 42)}`),
  ],
  ['an extra character after the signature', ({ token }) => `${token}A`],
  [
    'a signature over the payload alone',
    fromParts(([header, payload], { key }) => `${header}.${payload}.${signatureOf(payload, key)}`),
  ],
  ...[0, 41].map((at): [string, Craft] => [
    `a signature with a bit flipped at ${at}`,
    fromParts(([header, payload, signature]) => `${header}.${payload}.${flipBit(signature, at)}`),
  ]),
  [
    'a claim changed under the valid signature',
    fromParts(
      ([header, , signature], { claims }) => `${header}.${encode({ ...claims, sub: 'ckc_another' })}.${signature}`,
    ),
  ],
  [
    'a header changed under the valid signature',
    fromParts(([, payload, signature], { header }) => `${encode({ ...header, x: 1 })}.${payload}.${signature}`),
  ],
];

const encodings: [string, Craft][] = [
  ['a padded signature', ({ token }) => `${token}=`],
  [
    'the unused last bits of the signature set to 1',
    fromParts(([header, payload, signature]) => `${header}.${payload}.${withUnusedBits(signature)}`),
  ],
  ...['+', '/', '!', ' ', '\t', '%20', '.'].map((character): [string, Craft] => [
    `${JSON.stringify(character)} within the signature`,
    fromParts(
      ([header, payload, signature]) =>
        `${header}.${payload}.${signature.slice(0, 9)}${character}${signature.slice(9)}`,
    ),
  ]),
  [
    'padding that was signed',
    fromParts(([header, payload], { key }) => `${header}.${payload}==.${signatureOf(`${header}.${payload}==`, key)}`),
  ],
];

const signedText =
  (make: (header: string, claims: string) => readonly [header: string | Buffer, claims: string | Buffer]): Craft =>
  ({ header, claims, key }) => {
    const texts = make(JSON.stringify(header), JSON.stringify(claims));
    const input = texts.map((part) => Buffer.from(part as string).toString('base64url')).join('.');
    return `${input}.${signatureOf(input, key)}`;
  };

const appendMembers = (json: string, members: string): string => json.replace(/\}$/, `,${members}}`);

/** JSON that the service never writes, signed with the service's own key. Valid tokens written differently are not included. */
const oddJson: [string, Craft][] = [
  ['alg none, written with an escape', signedText((header, claims) => [header.replace(/EdDSA/, 'n\\u006fne'), claims])],
  [
    'an exp that is greater than any number',
    signedText((header, claims) => [header, claims.replace(/"exp":\d+/, '"exp":1e999')]),
  ],
  [
    'bytes that are not UTF-8 in its claims',
    signedText((header, claims) => [header, Buffer.from(appendMembers(claims, '"x":"\u00ff"'), 'latin1')]),
  ],
  [
    'bytes that are not UTF-8 in its header',
    signedText((header, claims) => [Buffer.from(appendMembers(header, '"x":"\u00ff"'), 'latin1'), claims]),
  ],
  ['all claims inside __proto__', signedText((header, claims) => [header, `{"__proto__":${claims}}`])],
  ['all members of its header inside __proto__', signedText((header, claims) => [`{"__proto__":${header}}`, claims])],
  ...['null', '[]', '"x"', '', '{', '{}'].flatMap((json): [string, Craft][] => [
    [`the header ${json}`, signedText((_, claims) => [json, claims])],
    [`the claims ${json}`, signedText((header) => [header, json])],
  ]),
];

describe.each(['access', 'refresh'] as const)('The route for the %s token', (kind) => {
  it.each([...shapes, ...signatures, ...encodings, ...oddJson])('rejects a token with %s', async (_, craft) => {
    const sample = target.shared(kind);
    const token = craft(sample);
    expect(token).not.toBe(sample.token);
    expect(revealingPart(await target.send(kind, token))).toEqual(refusal(kind, 'invalid'));
  });

  it('accepts only one of the 64 possible last characters of a signature', async () => {
    const { token } = await target.sample(kind);
    const spellings = Array.from(ALPHABET, (last) => token.slice(0, -1) + last);
    const responses = await Promise.all(spellings.map((spelling) => target.send(kind, spelling)));
    const accepted = spellings.filter((_, index) => responses[index]?.status === 200);
    expect(accepted).toEqual([token]);
  });
});
