import { describe, expect, it } from '@jest/globals';
import { DAY } from '../../../../shared/domain/instant.ts';
import { ageInDays, NEW_KEY_DELAY_MILLISECONDS as DELAY } from '../../../../shared/domain/signing-keys.ts';
import { listKeys } from '../../../../shared/use-cases/keys/keys.ts';
import { makeInMemoryKey } from '../../../support/keys-in-memory.ts';

const rotatedAt = 1_000_000;
const signsFrom = rotatedAt + DELAY;
const current = { keyId: 'new', createdAt: rotatedAt };
const rotated = { current, previous: { keyId: 'old', createdAt: 7 } };
const oldKey = { kid: 'old', x: 'x-old', publishedAt: 0, signsFrom: 3, verifiesUntil: signsFrom + 1 };
const newKey = { kid: 'new', x: 'x-new', publishedAt: rotatedAt, signsFrom };

const listAt = (now: number, published = [oldKey, newKey], versions: { current: typeof current } = rotated) =>
  listKeys({ signingKey: makeInMemoryKey(versions, () => now), publicKeys: { list: async () => published } }, now);

const listed = {
  new: { keyId: 'new', createdAt: rotatedAt, signsFrom, publicKey: 'x-new' },
  old: { keyId: 'old', createdAt: 7, signsFrom: 3, publicKey: 'x-old', verifiesUntil: signsFrom + 1 },
};

describe('The list of signing keys', () => {
  it.each([
    ['the old key as current until every function is sure to know the new key', signsFrom - 1, ['next', 'current']],
    ['the new key as current once every function is sure to know it', signsFrom, ['current', 'previous']],
  ])('shows %s', async (_, now, [first, second]) => {
    expect(await listAt(now)).toEqual([
      { ...listed.new, status: first },
      { ...listed.old, status: second },
    ]);
  });

  it('shows an unpublished new key as next, and a key without a predecessor as current since its creation', async () => {
    const [unpublished] = await listAt(signsFrom, [oldKey] as (typeof oldKey & typeof newKey)[]);
    expect(unpublished).toEqual({ keyId: 'new', createdAt: rotatedAt, status: 'next' });
    const [, unpublishedOld] = await listAt(signsFrom, []);
    expect(unpublishedOld).toEqual({ keyId: 'old', createdAt: 7, status: 'current', signsFrom: 7 });
    expect(await listAt(rotatedAt, [], { current })).toEqual([{ ...current, status: 'current', signsFrom: rotatedAt }]);
  });
});

it.each([
  ['0 days on the first day', DAY - 1, 0],
  ['1 day from the second day on', DAY, 1],
  ['0 days if the key was made by a clock that is ahead', -1, 0],
])('The age of a key is %s', (_, milliseconds, days) => {
  expect(ageInDays({ createdAt: rotatedAt }, rotatedAt + milliseconds)).toBe(days);
});
