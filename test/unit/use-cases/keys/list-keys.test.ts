import { describe, expect, it } from '@jest/globals';
import { DAY } from '../../../../shared/domain/instant.ts';
import { ageInDays, NEW_KEY_DELAY_MILLISECONDS as DELAY } from '../../../../shared/domain/signing-keys.ts';
import { listKeys } from '../../../../shared/use-cases/keys/keys.ts';
import { makeInMemoryKeys } from '../../../support/keys-in-memory.ts';

const rotatedAt = 1_000_000;
const signsFrom = rotatedAt + DELAY;
const current = { keyId: 'new', createdAt: rotatedAt };
const rotated = { current, previous: { keyId: 'old', createdAt: 7 } };
const oldKey = { kid: 'old', x: 'x-old', publishedAt: 0, signsFrom: 3, verifiesUntil: signsFrom + 1 };
const newKey = { kid: 'new', x: 'x-new', publishedAt: rotatedAt, signsFrom };

const listAt = (now: number, published = [oldKey, newKey], versions: { current: typeof current } = rotated) =>
  listKeys(
    {
      keys: makeInMemoryKeys({ access: versions, refresh: versions }, () => now),
      publicKeys: { list: async () => published },
    },
    now,
  );

const access = {
  new: { kind: 'access', keyId: 'new', createdAt: rotatedAt, signsFrom, publicKey: 'x-new' },
  old: { kind: 'access', keyId: 'old', createdAt: 7, signsFrom: 3, publicKey: 'x-old', verifiesUntil: signsFrom + 1 },
};
const refresh = {
  new: { kind: 'refresh', keyId: 'new', createdAt: rotatedAt, signsFrom },
  old: { kind: 'refresh', keyId: 'old', createdAt: 7, signsFrom: 7 },
};

describe('The list of signing keys', () => {
  it.each([
    ['the old key as current until every function is sure to know the new key', signsFrom - 1, ['next', 'current']],
    [
      'the new key as current once every function is sure to know it, and the old key as previous',
      signsFrom,
      ['current', 'previous'],
    ],
  ])('shows %s', async (_, now, [first, second]) => {
    expect(await listAt(now)).toEqual([
      { ...access.new, status: first },
      { ...access.old, status: second },
      { ...refresh.new, status: first },
      { ...refresh.old, status: second },
    ]);
  });

  it('shows an unpublished new key as next, and a key without a predecessor as current since its creation', async () => {
    const [unpublished] = await listAt(signsFrom, [oldKey] as (typeof oldKey & typeof newKey)[]);
    expect(unpublished).toEqual({ kind: 'access', keyId: 'new', createdAt: rotatedAt, status: 'next' });
    expect(await listAt(rotatedAt, [], { current })).toEqual(
      ['access', 'refresh'].map((kind) => ({ ...current, kind, status: 'current', signsFrom: rotatedAt })),
    );
  });
});

describe('The age of a key', () => {
  it.each([
    ['0 days on the first day', DAY - 1, 0],
    ['1 day from the second day on', DAY, 1],
    ['0 days if the key was made by a clock that is ahead', -1, 0],
  ])('is %s', (_, milliseconds, days) => {
    expect(ageInDays({ createdAt: rotatedAt }, rotatedAt + milliseconds)).toBe(days);
  });
});
