import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openDatabaseInMemory, type TestDatabase } from '../../support/open-database.ts';
import {
  expectRefresh,
  issue,
  rotateSecrets,
  serves,
  startModel,
  type Expected,
  type FamilyModel,
  type IssuedSet,
} from './family-model.ts';
import { openTokenOperations, rules, type TokenOperations, type Outcome } from './token-operations.ts';

type Command = fc.AsyncCommand<FamilyModel, TokenOperations>;

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabaseInMemory();
});
afterAll(() => database.close());

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const LIFETIME = rules.refreshTokenSeconds * SECOND;
/** Longer than functions cache keys and than the delay before a new key signs. */
const KEY_DELAY = 6 * MINUTE;

const refused: Outcome = { code: 'token_invalid', isSecurityEvent: false };

const expired: Outcome = { code: 'token_expired', isSecurityEvent: false };

const outcomesOf: Record<Expected['kind'], (expected: Expected) => unknown> = {
  new: () => ({ tokens: expect.any(Object), isSecurityEvent: false }),
  again: (expected) => ({ tokens: (expected as { set: IssuedSet }).set.tokens, isSecurityEvent: false }),
  reused: () => ({ ...refused, isSecurityEvent: true }),
  refused: () => refused,
  expired: () => expired,
  over: () => ({ code: expect.stringMatching(/^token_(expired|invalid)$/), isSecurityEvent: false }),
};

/** How often each case occurred, so that the test fails if one of them never occurs. */
const occurrences: Record<Expected['kind'], number> = { new: 0, again: 0, reused: 0, refused: 0, expired: 0, over: 0 };

const always = (): boolean => true;

/** Sets are chosen counting from the newest, because old ones have no effect. */
const pick = ({ sets }: FamilyModel, age: number): IssuedSet => sets.at(-1 - (age % sets.length)) as IssuedSet;
const hasSets = ({ sets }: Readonly<FamilyModel>): boolean => sets.length > 0;

const logIn = (age: number): Command => ({
  check: always,
  async run(model, operations) {
    const { text, endsAt } = model.secrets.at(-1 - (age % model.secrets.length)) ?? { text: '', endsAt: 0 };
    const outcome = await operations.logIn(text);
    const isAccepted = model.isEnabled && model.now < endsAt;
    expect(outcome.code).toBe(isAccepted ? undefined : 'invalid_credentials');
    if (outcome.tokens) issue(model, { sets: [], isRevoked: false }, outcome.tokens);
  },
  toString: () => `log in with secret ${age} from the newest`,
});

/** Uses one token once, or several times at the same moment: all responses must be equal. */
const refresh = (age: number, times: number): Command => ({
  check: hasSets,
  async run(model, operations) {
    const set = pick(model, age);
    const expected = expectRefresh(set, model);
    occurrences[expected.kind] += 1;
    const outcomes = await Promise.all(
      Array.from({ length: times }, () => operations.refresh(set.tokens.refreshToken)),
    );
    const [first] = outcomes as [Outcome];
    if (expected.kind === 'reused') {
      // A request that runs during the revocation may find the family revoked or not.
      expect(outcomes).toContainEqual(outcomesOf.reused(expected));
      expect(outcomes.map(({ code }) => code)).toEqual(outcomes.map(() => refused.code));
      set.family.isRevoked = true;
      return;
    }
    expect(first).toEqual(outcomesOf[expected.kind](expected));
    expect(outcomes).toEqual(outcomes.map(() => first));
    if (expected.kind !== 'new' || !first.tokens) return;
    expect(model.sets.map(({ tokens }) => tokens.refreshToken)).not.toContain(first.tokens.refreshToken);
    issue(model, set.family, first.tokens);
  },
  toString: () => `refresh set ${age} from the newest ${times} times at once`,
});

const useAccessToken = (age: number): Command => ({
  check: hasSets,
  async run(model, operations) {
    const set = pick(model, age);
    expect(await operations.serves(set.tokens.accessToken)).toBe(serves(set, model));
  },
  toString: () => `use the access token of set ${age} from the newest`,
});

const setEnabled = (enabled: boolean): Command => ({
  check: always,
  async run(model, operations) {
    await operations.setEnabled(enabled);
    if (model.isEnabled && !enabled) model.revocation += 1;
    model.isEnabled = enabled;
  },
  toString: () => (enabled ? 'enable' : 'disable'),
});

const rotateSecret = (graceMilliseconds: number): Command => ({
  check: always,
  async run(model, operations) {
    rotateSecrets(model, await operations.rotateSecret(graceMilliseconds), graceMilliseconds);
  },
  toString: () => `rotate the secret with ${graceMilliseconds} ms of grace`,
});

const revokeTokens: Command = {
  check: always,
  async run(model, operations) {
    await operations.revokeTokens();
    model.revocation += 1;
  },
  toString: () => 'revoke the tokens',
};

/** A rotation after the delay that `keys rotate` requires: no token is affected. */
const rotateKeys: Command = {
  check: ({ now, keysRotatedAt }) => now - keysRotatedAt > LIFETIME + KEY_DELAY,
  async run(model, operations) {
    await operations.rotateKeys();
    model.keysRotatedAt = model.now;
    model.keyRotations += 1;
  },
  toString: () => 'rotate the keys',
};

/** Two rotations, as after a leak: all tokens that were signed before become invalid. */
const replaceKeys = (clock: { now: number }): Command => ({
  check: always,
  async run(model, operations) {
    for (let times = 1; times <= 2; times += 1) {
      await operations.rotateKeys();
      clock.now = model.now += KEY_DELAY;
    }
    model.keysRotatedAt = model.now;
    model.keyReplacements += 1;
  },
  toString: () => 'rotate the keys twice',
});

const wait = (clock: { now: number }, milliseconds: number): Command => ({
  check: always,
  async run(model) {
    clock.now = model.now += milliseconds;
  },
  toString: () => `wait ${milliseconds} ms`,
});

const shortSteps = [1, 999, SECOND, 5 * SECOND, 59_999, MINUTE, 60_001];
const longSteps = [5 * MINUTE, 60 * MINUTE, 24 * 60 * MINUTE, LIFETIME - 1, LIFETIME, LIFETIME + KEY_DELAY];

const ages = fc.nat({ max: 3 });

/** Operations that end tokens are rare, so that families live long enough. */
const commandsOf = (clock: { now: number }) => {
  const often = [
    fc.tuple(ages, fc.constantFrom(1, 1, 1, 2, 5)).map(([age, times]) => refresh(age, times)),
    fc.constantFrom(...shortSteps).map((milliseconds) => wait(clock, milliseconds)),
  ];
  const sometimes = [
    ages.map(logIn),
    ages.map(useAccessToken),
    fc.constantFrom(false, true, true, true).map(setEnabled),
    fc.constantFrom(0, 1, MINUTE, 24 * 60 * MINUTE).map(rotateSecret),
    fc.constant(rotateKeys),
    fc.constantFrom(...longSteps).map((milliseconds) => wait(clock, milliseconds)),
  ];
  const rarely = [fc.constant(replaceKeys(clock)), fc.constant(revokeTokens)];
  const weighted = (weight: number, arbitraries: readonly fc.Arbitrary<Command>[]) =>
    arbitraries.map((arbitrary) => ({ weight, arbitrary }));
  const any = fc.oneof(...weighted(16, often), ...weighted(3, sometimes), ...weighted(1, rarely));
  return fc.commands([any], { maxCommands: 60, size: 'max' });
};

/** Takes seconds on an idle machine, longer on a busy one. */
const MAY_TAKE_MILLISECONDS = 5 * MINUTE;

describe('Token families', () => {
  it(
    'behave like a small model, for random operations in any order',
    async () => {
      const clock = { now: 0 };
      const start = async () => {
        clock.now = Date.now();
        const real = await openTokenOperations(database, clock);
        return { model: startModel(clock.now, real.firstSecret), real };
      };
      const property = fc.asyncProperty(commandsOf(clock), (commands) => fc.asyncModelRun(start, commands));
      // The same histories each time, which cover all cases; then random ones.
      await fc.assert(property, { numRuns: 30, seed: 1 });
      expect(Math.min(...Object.values(occurrences))).toBeGreaterThan(0);
      await fc.assert(property, { numRuns: 30 });
    },
    MAY_TAKE_MILLISECONDS,
  );

  it('are made again with the key that signed them, although another key signs now', async () => {
    const clock = { now: Date.now() };
    const operations = await openTokenOperations(database, clock);
    const { tokens: first } = await operations.logIn(operations.firstSecret);
    await operations.rotateKeys();
    clock.now += 89 * SECOND;
    const { tokens: second } = await operations.refresh(first?.refreshToken ?? '');
    clock.now += 2 * SECOND;
    const { tokens: again } = await operations.refresh(first?.refreshToken ?? '');
    const { tokens: third } = await operations.refresh(second?.refreshToken ?? '');
    expect(again).toEqual(second);
    const headers = [first, second, again, third].map((tokens) => tokens?.refreshToken.split('.')[0]);
    expect(new Set(headers.slice(0, 3)).size).toBe(1);
    expect(headers[3]).not.toBe(headers[2]);
  });
});
