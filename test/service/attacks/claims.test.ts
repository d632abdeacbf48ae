import { randomUUID } from 'node:crypto';
import { describe, expect, it, jest } from '@jest/globals';
import { stopDateAt } from '../../support/fake-date.ts';
import {
  refusal,
  revealingPart,
  useTarget,
  sign,
  withClaims,
  withHeader,
  withoutMember,
  type Craft,
  type Sample,
} from './forge.ts';

type Claims = Sample['claims'];

const target = useTarget();

const now = (): number => Math.floor(Date.now() / 1000);

const withEachValue = (claims: Readonly<Record<string, readonly unknown[]>>): [string, Craft][] =>
  Object.entries(claims).flatMap(([name, values]) =>
    values.map((value): [string, Craft] => [
      `${name} ${JSON.stringify(value).slice(0, 40)}`,
      withClaims(() => ({ [name]: value })),
    ]),
  );

const invalidNumbers = [null, '1', -1, 0.5, 1e300];
const invalidNames = [null, 0, [], '', 'x'.repeat(257), '\ud800'];

/** All tokens here are signed with the service's own key, so only their claims or `typ` can be wrong. */
const attacks: [string, Craft][] = [
  ...['iss', 'aud', 'exp', 'iat', 'jti', 'sub', 'company_id', 'scope', 'revocation_number'].map(
    (name): [string, Craft] => [`no ${name}`, withoutMember('claims', name)],
  ),
  ...withEachValue({
    exp: [...invalidNumbers, 0],
    iat: [...invalidNumbers, 0],
    nbf: invalidNumbers,
    iss: [null, '', 'https://attacker.example'],
    aud: [null, '', '*', ['https://attacker.example']],
    sub: [...invalidNames, 'ckc_nobody', 'family#1', '__proto__'],
    company_id: [...invalidNames, 'acme'],
    jti: [null, 0, []],
    scope: [null, 0, ['checkin']],
    revocation_number: invalidNumbers,
  }),
  ['exp in milliseconds', withClaims(({ exp }) => ({ exp: exp * 1000 }))],
  ['exp with a fraction', withClaims(({ exp }) => ({ exp: exp + 0.5 }))],
  ['exp 6 seconds before iat', withClaims(({ iat }) => ({ exp: iat - 6 }))],
  ['iat with a fraction', withClaims(({ iat }) => ({ iat: iat + 0.5 }))],
  ['iat in a minute', withClaims(() => ({ iat: now() + 60 }))],
  ['nbf in a minute', withClaims(() => ({ nbf: now() + 60 }))],
  ['iss with a slash at its end', withClaims(({ iss }) => ({ iss: `${iss as string}/` }))],
  ['iss in an array', withClaims(({ iss }) => ({ iss: [iss] }))],
  [
    'iss and aud of another deployment',
    withClaims(({ iss, aud }) => {
      const other = 'https://other.example';
      return { iss: other, aud: (aud as string).replace(iss as string, other) };
    }),
  ],
  ['the issuer as aud', withClaims(({ iss }) => ({ aud: iss }))],
  ['aud in an array', withClaims(({ aud }) => ({ aud: [aud] }))],
  [
    'aud of the other kind of token',
    ({ header, claims, key, other }) => sign(header, { ...claims, aud: other.claims['aud'] }, key),
  ],
  ...[null, 'JWT', 'at+jwt ', 'text/at+jwt'].map((typ): [string, Craft] => [
    `typ ${JSON.stringify(typ)}`,
    withHeader({ typ }),
  ]),
  ['no typ', withoutMember('header', 'typ')],
  [
    'typ of the other kind of token',
    ({ header, claims, key, other }) => sign({ ...header, typ: other.header['typ'] }, claims, key),
  ],
  ['a valid token of the other kind', ({ other }) => other.token],
  [
    'the claims of the other kind, signed with this kind’s key',
    ({ header, key, other }) => sign(header, other.claims, key),
  ],
  ['the claims of this kind, signed as the other kind', ({ claims, other }) => sign(other.header, claims, other.key)],
];

const familyAttacks: [string, Craft][] = [
  ...['family_id', 'generation'].map((name): [string, Craft] => [`no ${name}`, withoutMember('claims', name)]),
  ...withEachValue({
    family_id: [null, 0, '', 'client', randomUUID()],
    generation: [...invalidNumbers, 1, 99],
  }),
];

/** Sends a forged token. @returns the response */
const sendForged = async (kind: 'access' | 'refresh', craft: Craft) =>
  revealingPart(await target.send(kind, craft(target.shared(kind))));

describe.each(['access', 'refresh'] as const)('A signed %s token', (kind) => {
  it.each(attacks)('is rejected: %s', async (_, craft) => {
    expect(await sendForged(kind, craft)).toEqual(refusal(kind, 'invalid'));
  });

  it('that names a client of another company is rejected', async () => {
    const [sample, stranger] = [target.shared(kind), await target.service.aClient()];
    for (const change of [{ sub: stranger.clientId }, { company_id: stranger.companyId }]) {
      expect(revealingPart(await target.send(kind, withClaims(() => change)(sample)))).toEqual(
        refusal(kind, 'invalid'),
      );
    }
  });

  it.each([
    ['that expired 2 seconds ago', () => ({ exp: now() - 2 })],
    ['whose issue time is 3 seconds in the future', () => ({ iat: now() + 3 })],
    ['that becomes valid in 3 seconds', () => ({ nbf: now() + 3 })],
    ['with an unknown claim and an unknown scope', () => ({ scope: 'checkin later', later: 1 })],
  ])(
    '%s is accepted, because clocks may differ by 5 seconds, and later versions may add claims',
    async (__, change) => {
      const sample = await target.sample(kind);
      // Stops the service's clock, because on a busy machine a test can take longer than the clock tolerance.
      stopDateAt(Date.now());
      const { status } = await target.send(kind, withClaims(change)(sample)).finally(() => jest.useRealTimers());
      expect(status).toBe(200);
    },
  );

  it.each([
    ['that has expired', () => ({ iat: now() - 100, exp: now() - 6 })],
    ['that was issued longer ago than a token lives', ({ iat, exp }) => ({ iat: iat - (exp - iat) - 10 })],
  ] as [string, (claims: Claims) => Record<string, unknown>][])(
    '%s, but is otherwise valid, is reported as expired',
    async (__, change) => {
      expect(await sendForged(kind, withClaims(change))).toEqual(refusal(kind, 'expired'));
    },
  );

  it.each([
    ['of another deployment', () => ({ iss: 'https://other.example' })],
    [
      'for the audience of the other kind of token',
      (_: Claims, sample: Sample) => ({ aud: sample.other.claims['aud'] }),
    ],
    ['whose company id is a number', () => ({ company_id: 7 })],
    ['that becomes valid only after it expires', () => ({ nbf: now() - 20 })],
    ['that expires before it is issued', () => ({ iat: now() })],
    ['that was issued in the future', () => ({ iat: now() + 300 })],
  ] as [string, (claims: Claims, sample: Sample) => Record<string, unknown>][])(
    '%s is reported as invalid, even if the token has also expired',
    async (__, change) => {
      const craft: Craft = (sample) =>
        withClaims((claims) => ({ iat: now() - 100, exp: now() - 50, ...change(claims, sample) }))(sample);
      expect(await sendForged(kind, craft)).toEqual(refusal(kind, 'invalid'));
    },
  );

  // RFC 7515, section 4.1.9, and RFC 9068, section 4: "application/" may be omitted, and media types are case-insensitive.
  it('is accepted if its typ begins with "application/", in lower or upper case', async () => {
    const sample = await target.sample(kind);
    const typ = `application/${String(sample.header['typ'])}`;
    for (const spelling of [typ, typ.toUpperCase()])
      expect((await target.send(kind, withHeader({ typ: spelling })(sample))).status).toBe(200);
  });
});

describe('A signed refresh token', () => {
  it.each(familyAttacks)('is rejected: %s', async (_, craft) => {
    expect(await sendForged('refresh', craft)).toEqual(refusal('refresh', 'invalid'));
  });

  it('with the family of another client is rejected, and does not revoke that family', async () => {
    const own = await target.sample('refresh');
    const stranger = await target.service.aClient();
    const { refreshToken } = await target.service.logIn(stranger);
    const [, payload = ''] = refreshToken.split('.');
    const { family_id } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { family_id: string };
    expect(revealingPart(await target.send('refresh', withClaims(() => ({ family_id }))(own)))).toEqual(
      refusal('refresh', 'invalid'),
    );
    expect((await target.send('refresh', refreshToken)).status).toBe(200);
  });
});
