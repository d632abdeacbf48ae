import { describe, expect, it } from '@jest/globals';
import { NEW_KEY_DELAY_MILLISECONDS } from '../../../../shared/domain/key-secrets.ts';
import { listKeys } from '../../../../shared/use-cases/keys/list-keys.ts';
import { makeInMemoryKeys } from '../../../support/keys-in-memory.ts';

const rotatedAt = 1_000_000;
const rotated = { current: { keyId: 'new', createdAt: rotatedAt }, previous: { keyId: 'old', createdAt: 0 } };
const first = { current: { keyId: 'only', createdAt: 5 } };

const statusesAt = async (now: number): Promise<unknown[]> => {
  const keys = await listKeys(
    {
      keys: makeInMemoryKeys({ access: rotated, refresh: first }, () => now),
      publicKeys: { list: async () => published },
    },
    now,
  );
  return keys.map(({ kind, keyId, status, signsFrom }) => [kind, keyId, status, signsFrom]);
};

const signsFrom = rotatedAt + NEW_KEY_DELAY_MILLISECONDS;
const published = [
  { kid: 'old', x: 'x-old', publishedAt: 0, signsFrom: 0, verifiesUntil: signsFrom + 1 },
  { kid: 'new', x: 'x-new', publishedAt: rotatedAt, signsFrom },
];

describe('The list of signing keys', () => {
  it('shows the old key as signing until all functions must know the new one', async () => {
    const waiting = [
      ['access', 'new', 'next', signsFrom],
      ['access', 'old', 'current', 0],
      ['refresh', 'only', 'current', 5],
    ];
    expect(await statusesAt(rotatedAt)).toEqual(waiting);
    expect(await statusesAt(signsFrom - 1)).toEqual(waiting);
  });

  it('then shows the new key as signing, while tokens of the old one are still valid', async () => {
    expect(await statusesAt(signsFrom)).toEqual([
      ['access', 'new', 'current', signsFrom],
      ['access', 'old', 'previous', 0],
      ['refresh', 'only', 'current', 5],
    ]);
  });
});
