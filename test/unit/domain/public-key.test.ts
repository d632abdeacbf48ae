import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HOUR, MINUTE } from '../../../shared/domain/instant.ts';
import {
  NEW_KEY_DELAY_MILLISECONDS as DELAY,
  chooseSigner,
  isUpToDate,
  predecessorEndsAt,
  planPublication,
  type KeyPair,
} from '../../../shared/domain/signing-keys.ts';
import { isVerifying, type PublicKey } from '../../../shared/domain/public-key.ts';

const NOW = 1_800_000_000_000;
const LIFETIME = 3_600;
const aKey = (kid: string, publishedAt: number, changes: Partial<PublicKey> = {}): PublicKey => ({
  kid,
  x: `x-${kid}`,
  publishedAt,
  signsFrom: publishedAt,
  ...changes,
});
const [current, previous] = [
  { kid: 'new', x: 'x-new' },
  { kid: 'old', x: 'x-old' },
];

describe('The publication of keys', () => {
  const old = aKey('old', NOW - 2);
  const ended = aKey('old', NOW - 2, { verifiesUntil: NOW });
  const first = aKey('new', NOW);
  const known = aKey('new', NOW - 1);
  const retireOld = { kid: 'old', verifiesUntil: predecessorEndsAt(known, LIFETIME) };

  it.each<[string, readonly PublicKey[], object]>([
    ['publishes the first key, which signs at once', [], { publish: first, retire: [] }],
    [
      'publishes a key that signs after a delay, and retires the previous key',
      [old],
      {
        publish: aKey('new', NOW, { signsFrom: NOW + DELAY }),
        retire: [{ kid: 'old', verifiesUntil: predecessorEndsAt({ signsFrom: NOW + DELAY }, LIFETIME) }],
      },
    ],
    ['publishes a key that signs at once if the previous one has ended', [ended], { publish: first, retire: [] }],
    [
      'publishes a key that signs after a delay if the previous key has not ended yet',
      [{ ...old, verifiesUntil: NOW + 1 }],
      { publish: aKey('new', NOW, { signsFrom: NOW + DELAY }), retire: [] },
    ],
    ['retires the previous key of a published key', [old, known], { retire: [retireOld] }],
    ['retires no key twice', [ended, known], { retire: [] }],
    ['changes nothing once the current key is retired', [old, { ...known, verifiesUntil: NOW + 1 }], { retire: [] }],
    [
      'ends earlier keys that are no longer in the secret',
      [aKey('dropped', NOW - 3), aKey('ended', NOW - 3, { verifiesUntil: NOW }), old, known],
      { retire: [retireOld, { kid: 'dropped', verifiesUntil: NOW }] },
    ],
    [
      'ends no key that was published with or after the current one',
      [old, known, aKey('twin', known.publishedAt), aKey('newer', NOW)],
      { retire: [retireOld] },
    ],
  ])('%s', (_, published, plan) => {
    expect(planPublication(published, { current, previous }, LIFETIME, NOW)).toEqual(plan);
  });

  it('is complete if no key is left to publish or retire', () => {
    const plans = [{ retire: [] }, { publish: known, retire: [] }, { retire: [retireOld] }];
    expect(plans.map(isUpToDate)).toEqual([true, false, false]);
  });
});

describe('The key that signs', () => {
  const signerOf = (...published: readonly PublicKey[]) =>
    chooseSigner(published, (kid) => kid !== 'without private key', LIFETIME, NOW)?.kid;
  const lastEnd = NOW + LIFETIME * 1000;
  const future = aKey('future', NOW, { signsFrom: NOW + 1 });

  it.each([
    ['is the newest whose time has come', 'b', [aKey('b', NOW), aKey('a', NOW - 1), future]],
    ['is the next one if no time has come', 'future', [aKey('later', NOW, { signsFrom: NOW + 2 }), future]],
    ['has a private key', 'a', [aKey('a', NOW - 1), aKey('without private key', NOW)]],
    ['does not end before its tokens', 'a', [aKey('a', NOW - 1), aKey('b', NOW, { verifiesUntil: lastEnd })]],
    ['can end after its tokens', 'b', [aKey('a', NOW - 1), aKey('b', NOW, { verifiesUntil: lastEnd + 1 })]],
    ['is none if no key is available', undefined, []],
  ])('%s', (_, kid, published) => {
    expect(signerOf(...published)).toBe(kid);
  });
});

const pair = (kid: string): KeyPair => ({ kid, x: `x-${kid}` });

interface View {
  readonly at: number;
  readonly secret: { readonly current: KeyPair; readonly previous?: KeyPair };
  readonly published: readonly PublicKey[];
}

/** What a function knows that last read the secret and the published keys at this time. */
const viewAt = (views: readonly View[], time: number): View =>
  views.findLast(({ at }) => at <= time) ?? (views[0] as View);

const sign = ({ published, secret }: View, now: number): PublicKey | undefined =>
  chooseSigner(published, (kid) => [secret.current, secret.previous].some((one) => one?.kid === kid), LIFETIME, now);

/** Publishes what the plan says. */
const publish = ({ published, secret }: View, now: number): View => {
  const { publish: added, retire } = planPublication(published, secret, LIFETIME, now);
  const all = [...published, ...(added ? [added] : [])].map((key) => ({
    ...key,
    ...retire.find(({ kid }) => kid === key.kid),
  }));
  return { at: now, secret, published: all };
};

/** Rotates the secret unless, as for an operator, this is too early. */
const rotate = ({ published, secret }: View, now: number): View => {
  const isTooEarly = published.filter((key) => isVerifying(key, now)).some(({ kid }) => kid !== secret.current.kid);
  const isPublished = published.some(({ kid }) => kid === secret.current.kid);
  const next = pair(`key ${now}`);
  return {
    at: now,
    published,
    secret: isTooEarly || !isPublished ? secret : { current: next, previous: secret.current },
  };
};

it('However keys are rotated, every function can sign, with a key that all have known for a minute and that verifies the token until it expires', () => {
  const step = fc.record({
    wait: fc.oneof(fc.integer({ min: 1, max: 2 * MINUTE }), fc.integer({ min: 1, max: 2 * HOUR })),
    change: fc.constantFrom(publish, rotate),
    age: fc.integer({ min: 0, max: 5 * MINUTE }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const views = [publish({ at: NOW, secret: { current: pair('first') }, published: [] }, NOW)];
      const tokens: { readonly kid: string; readonly expiresAt: number }[] = [];
      let now = NOW;
      for (const { wait, change, age } of steps) {
        now += wait;
        views.push(change(viewAt(views, now), now));
        for (const view of [viewAt(views, now), viewAt(views, now - age)]) {
          const kid = sign(view, now)?.kid ?? 'none';
          expect(viewAt(views, now - MINUTE).published.map((key) => key.kid)).toContain(kid);
          tokens.push({ kid, expiresAt: now + LIFETIME * 1000 });
        }
      }
      const { published } = viewAt(views, now);
      for (const { kid, expiresAt } of tokens)
        expect(published.find((key) => key.kid === kid)?.verifiesUntil ?? Infinity).toBeGreaterThan(expiresAt);
    }),
  );
});
