import { describe, expect, it } from '@jest/globals';
import type { PublicKey } from '../../../../shared/domain/public-key.ts';
import { makeInMemoryKey } from '../../../support/keys-in-memory.ts';
import { actor, makeStores, NOW, runCommand, runJson } from '../run-command.ts';

const DAY = 24 * 60 * 60_000;
/** How long the previous key can still sign after a rotation. */
const HANDOVER = 7 * 60_000;

const currentKey = { kid: 'current-key', x: 'new', publishedAt: 0, signsFrom: 0 };

/** Makes the stores with a key. @param age how long ago it was created, in milliseconds */
const start = (age: number, { wasRotated = true, published = [currentKey] as readonly PublicKey[] } = {}) => {
  const versions = {
    current: { keyId: 'current-key', createdAt: NOW - age },
    ...(wasRotated && { previous: { keyId: 'previous-key', createdAt: 0 } }),
  };
  const signingKey = makeInMemoryKey(versions, () => NOW);
  const publicKeys = { ...makeStores().publicKeys, list: async () => published };
  return { signingKey, stores: makeStores({ signingKey, publicKeys }) };
};

describe('The command keys rotate', () => {
  it('replaces the key with a new one of 64 random characters, prints its id, and publishes it', async () => {
    const { signingKey, stores } = start(30 * DAY);
    const published: string[] = [];
    const publishKey = async (keyId: string) => void published.push(keyId);
    const { code, stderr, value } = await runJson({ ...stores, publishKey }, ['keys', 'rotate']);
    expect([code, stderr, published]).toEqual([0, '', [(value as { keyId: string }).keyId]]);
    expect(value).toEqual({
      keyId: expect.stringMatching(/^[\da-f-]{36}$/),
      previousKeyId: 'current-key',
      signsFrom: '2026-11-21T08:01:30.000Z',
      rotateAgainFrom: '2026-11-28T08:07:00.000Z',
    });
    expect(signingKey.keys).toEqual([expect.stringMatching(/^[\w-]{64}$/)]);
  });

  it.each([
    ['no key was ever published, so that callers have no token of another', false, []],
    ['a forced rotation replaces a key that was not published', true, ['--force', '--yes']],
  ])('says that the new key signs at once if %s', async (_, wasRotated, words) => {
    const { stores } = start(0, { wasRotated, published: [] });
    const { value } = await runJson(stores, ['keys', 'rotate', ...words]);
    expect(value).toMatchObject({ signsFrom: '2026-11-21T08:00:00.000Z' });
  });

  it('prints and logs the ids of the keys, never a key', async () => {
    const { signingKey, stores } = start(30 * DAY);
    const { stdout, stderr } = await runCommand(stores, ['keys', 'rotate']);
    expect(stdout).toMatch(new RegExp(`^signing key: +${(await signingKey.find()).current.keyId}\n`));
    const { items: entries } = await stores.log.listByCompany('', { from: 0 }, { limit: 9 });
    expect(entries).toMatchObject([{ actor, action: 'keys.rotate', before: { keyId: 'current-key' } }]);
    const printed = stdout + stderr + JSON.stringify(entries);
    expect(signingKey.keys.filter((key) => printed.includes(key))).toEqual([]);
  });

  it('does not rotate while tokens of the previous key can still be valid', async () => {
    const { signingKey, stores } = start(7 * DAY + HANDOVER - 1);
    const { code, stdout, stderr } = await runCommand(stores, ['keys', 'rotate']);
    expect([code, stdout, signingKey.keys]).toEqual([1, '', []]);
    expect(stderr).toBe(
      'The key was rotated at 2026-11-14T07:53:00.001Z, and tokens of the previous key are valid until ' +
        '2026-11-21T08:00:00.001Z. Rotating now ends them: wait until then, or use --force.\n',
    );
  });

  it.each([
    ['the current key is unpublished', [{ ...currentKey, kid: 'previous-key' }], 'current-key'],
    [
      'the previous key still verifies tokens',
      [currentKey, { ...currentKey, kid: 'previous-key', verifiesUntil: NOW + 1 }],
      'until 2026-11-21T08:00:00.001Z',
    ],
  ])('does not rotate while %s', async (_, published, problem) => {
    const { signingKey, stores } = start(30 * DAY, { published });
    const { code, stderr } = await runCommand(stores, ['keys', 'rotate']);
    expect([code, stderr, signingKey.keys]).toEqual([1, expect.stringContaining(problem), []]);
  });

  it.each([
    ['after the last token of the previous key has expired', 7 * DAY + HANDOVER, true, []],
    ['if there is no previous key', 0, false, []],
    ['with --force', 0, true, ['--force', '--yes']],
  ])('rotates %s', async (_, age, wasRotated, words) => {
    const { signingKey, stores } = start(age, { wasRotated });
    expect((await runCommand(stores, ['keys', 'rotate', ...words])).code).toBe(0);
    expect(signingKey.keys).toHaveLength(1);
  });
});

it('The command keys list prints the keys with their public halves', async () => {
  const published = [currentKey, { ...currentKey, kid: 'previous-key', x: 'old', verifiesUntil: NOW + DAY }];
  const { stores } = start(DAY, { published });
  const signsFrom = '1970-01-01T00:00:00.000Z';
  expect((await runJson(stores, ['keys', 'list'])).value).toEqual([
    { keyId: 'current-key', status: 'current', createdAt: '2026-11-20T08:00:00.000Z', signsFrom, publicKey: 'new' },
    {
      keyId: 'previous-key',
      status: 'previous',
      createdAt: signsFrom,
      signsFrom,
      verifiesUntil: '2026-11-22T08:00:00.000Z',
      publicKey: 'old',
    },
  ]);
  const { stdout } = await runCommand(stores, ['keys', 'list']);
  expect(stdout).toMatch(/current-key +current .*\n.*previous-key +previous /);
});
