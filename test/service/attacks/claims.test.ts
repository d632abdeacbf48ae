import { randomUUID } from 'node:crypto';
import { mock } from 'node:test';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  refusal,
  view,
  openTarget,
  sign,
  withClaims,
  withHeader,
  type Craft,
  type Sample,
  type Target,
} from './forge.ts';

type Claims = Sample['claims'];

let target: Target;

beforeAll(async () => {
  target = await openTarget();
});
afterAll(() => target.useShared());
afterAll(() => target.service.stop());

const now = (): number => Math.floor(Date.now() / 1000);

const show = (value: unknown): string => JSON.stringify(value).slice(0, 40);

/** All tokens here are signed with the service's own key, so only their claims can be wrong. */
const missing = (...names: string[]): [string, Craft][] =>
  names.map((name) => [
    `no ${name}`,
    ({ header, claims, key }) => {
      const { [name]: _, ...rest } = claims;
      return sign(header, rest, key);
    },
  ]);

const values = (name: string, wrong: readonly unknown[]): [string, Craft][] =>
  wrong.map((value) => [`${name} ${show(value)}`, withClaims(() => ({ [name]: value }))]);

const inAnArray = (name: string): [string, Craft] => [
  `${name} in an array`,
  withClaims((claims) => ({ [name]: [claims[name]] })),
];

const notText = [null, true, 0, 1.5, [], {}];
const notTime = [null, true, '', 'never', [], {}, -1, -1e300, 1e300, 0.5, Number.MAX_SAFE_INTEGER];
const notName = [...notText, '', 'x'.repeat(257), '\ud800', { S: 'x' }];

const times: [string, Craft][] = [
  ...values('exp', [...notTime, 0, 1]),
  ['exp as text', withClaims(({ exp }) => ({ exp: String(exp) }))],
  ['exp in milliseconds', withClaims(({ exp }) => ({ exp: exp * 1000 }))],
  ['exp with a fraction', withClaims(({ exp }) => ({ exp: exp + 0.5 }))],
  ['exp in ten years', withClaims(({ exp }) => ({ exp: exp + 10 * 365 * 86_400 }))],
  ['exp 6 seconds before iat', withClaims(({ iat }) => ({ exp: iat - 6 }))],
  ...values('iat', [...notTime, 0, 1]),
  ['iat as text', withClaims(({ iat }) => ({ iat: String(iat) }))],
  ['iat in milliseconds', withClaims(({ iat }) => ({ iat: iat * 1000 }))],
  ['iat with a fraction', withClaims(({ iat }) => ({ iat: iat + 0.5 }))],
  ...values('nbf', notTime),
  ['nbf in a minute', withClaims(() => ({ nbf: now() + 60 }))],
];

const destinations: [string, Craft][] = [
  ...values('iss', [
    ...notText,
    '',
    'https://attacker.example',
    'https://other-deployment.execute-api.eu-central-1.amazonaws.com',
  ]),
  ['iss with a slash at its end', withClaims(({ iss }) => ({ iss: `${iss as string}/` }))],
  [
    'iss and aud of another deployment',
    withClaims(({ iss, aud }) => {
      const other = 'https://other.example';
      return { iss: other, aud: (aud as string).replace(iss as string, other) };
    }),
  ],
  inAnArray('iss'),
  ...values('aud', [...notText, '', '*', ['https://attacker.example'], [null]]),
  ['the issuer as aud', withClaims(({ iss }) => ({ aud: iss }))],
  ['aud with a slash at its end', withClaims(({ aud }) => ({ aud: `${aud as string}/` }))],
  [
    'aud for the other kind',
    ({ header, claims, key, other }) => sign(header, { ...claims, aud: other.claims['aud'] }, key),
  ],
  [
    'aud for both kinds',
    ({ header, claims, key, other }) => sign(header, { ...claims, aud: [claims['aud'], other.claims['aud']] }, key),
  ],
  inAnArray('aud'),
  ...[
    '',
    'JWT',
    'jwt',
    'application/jwt',
    'at+jwt ',
    ' at+jwt',
    'at',
    'at+jwt/',
    '/at+jwt',
    'text/at+jwt',
    'rt+jwt2',
  ].map((typ): [string, Craft] => [`typ ${show(typ)}`, withHeader({ typ })]),
  ...notText.map((typ): [string, Craft] => [`typ ${show(typ)}`, withHeader({ typ })]),
  ['no typ', ({ header, claims, key }) => sign({ alg: header['alg'], kid: header['kid'] }, claims, key)],
  [
    'typ of the other kind',
    ({ header, claims, key, other }) => sign({ ...header, typ: other.header['typ'] }, claims, key),
  ],
];

const kinds: [string, Craft][] = [
  ['a valid token of the other kind', ({ other }) => other.token],
  [
    'the claims of the other kind, signed with this kind’s key',
    ({ header, key, other }) => sign(header, other.claims, key),
  ],
  ['the claims of this kind, signed as the other kind', ({ claims, other }) => sign(other.header, claims, other.key)],
  ['an ID token', ({ claims, key }) => sign({ alg: 'HS256', typ: 'JWT' }, { ...claims, nonce: 'n' }, key)],
];

const identities: [string, Craft][] = [
  ...values('sub', [
    ...notName,
    'client',
    'ckc_nobody',
    '__proto__',
    'family#1',
    'constructor',
    `ckc_${'0'.repeat(32)}`,
  ]),
  inAnArray('sub'),
  ['sub in capitals', withClaims(({ sub }) => ({ sub: String(sub).toUpperCase() }))],
  ...values('company_id', [...notName, 'acme', '*']),
  inAnArray('company_id'),
  ...values('jti', notText),
  ...values('scope', [null, true, 0, [], {}, ['checkin']]),
  ...values('revocation_number', [...notTime.filter((value) => value !== Number.MAX_SAFE_INTEGER), '0']),
];

const families: [string, Craft][] = [
  ...missing('family_id', 'generation'),
  ...values('family_id', [...notName, '.', '#', '%', 'client', 'f'.repeat(1_100), '../client', randomUUID()]),
  inAnArray('family_id'),
  ...values('generation', [...notTime, '0', 1, 99, 2 ** 53]),
  inAnArray('generation'),
];

const attacks: [string, Craft][] = [
  ...missing('iss', 'aud', 'exp', 'iat', 'jti', 'sub', 'company_id'),
  ['no claims at all', ({ header, key }) => sign(header, {}, key)],
  ...times,
  ...destinations,
  ...kinds,
  ...identities,
];

/** Sends a forged token. @returns the response */
const sendForged = async (kind: 'access' | 'refresh', craft: Craft) =>
  view(await target.send(kind, craft(target.shared(kind))));

describe.each(['access', 'refresh'] as const)('A signed %s token', (kind) => {
  it.each(attacks)('with %s is rejected', async (_, craft) => {
    expect(await sendForged(kind, craft)).toEqual(refusal(kind, 'invalid'));
  });

  it('that names a client of another company is rejected', async () => {
    const [sample, stranger] = [target.shared(kind), await target.service.aClient()];
    for (const change of [{ sub: stranger.clientId }, { company_id: stranger.companyId }]) {
      expect(view(await target.send(kind, withClaims(() => change)(sample)))).toEqual(refusal(kind, 'invalid'));
    }
  });

  it.each([
    ['that expired 2 seconds ago', () => ({ exp: now() - 2 })],
    ['that was issued 3 seconds from now', () => ({ iat: now() + 3 })],
    ['that is not valid before 3 seconds from now', () => ({ nbf: now() + 3 })],
    ['with a claim and a scope that are not known', () => ({ scope: 'checkin later', later: 1 })],
  ])(
    '%s is accepted, because clocks may differ by 5 seconds, and later versions may add claims',
    async (__, change) => {
      const sample = await target.sample(kind);
      // Stops the service's clock, because on a busy machine a test can take longer than the clock tolerance.
      mock.timers.enable({ apis: ['Date'], now: Date.now() });
      const { status } = await target.send(kind, withClaims(change)(sample)).finally(() => mock.timers.reset());
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
    ['of the other kind', (_: Claims, sample: Sample) => ({ aud: sample.other.claims['aud'] })],
    ['with a company id of another type', () => ({ company_id: 7 })],
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
  it.each(['application/', 'Application/', 'APPLICATION/'])(
    'with a typ that begins with %s is accepted',
    async (prefix) => {
      const sample = await target.sample(kind);
      const typ = prefix + String(sample.header['typ']);
      expect((await target.send(kind, withHeader({ typ })(sample))).status).toBe(200);
      const inCapitals = withHeader({ typ: typ.toUpperCase() });
      expect((await target.send(kind, inCapitals(sample))).status).toBe(200);
    },
  );
});

describe('A signed refresh token', () => {
  it.each(families)('with %s is rejected', async (_, craft) => {
    expect(await sendForged('refresh', craft)).toEqual(refusal('refresh', 'invalid'));
  });

  it('with the family of another client is rejected, and does not revoke that family', async () => {
    const own = await target.sample('refresh');
    const stranger = await target.service.aClient();
    const { refreshToken } = await target.service.logIn(stranger);
    const [, payload = ''] = refreshToken.split('.');
    const { family_id } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { family_id: string };
    expect(view(await target.send('refresh', withClaims(() => ({ family_id }))(own)))).toEqual(
      refusal('refresh', 'invalid'),
    );
    expect((await target.send('refresh', refreshToken)).status).toBe(200);
  });
});
