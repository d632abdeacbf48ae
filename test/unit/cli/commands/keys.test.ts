import { describe, expect, it } from '@jest/globals';
import type { PublicKey } from '../../../../shared/domain/signing-keys.ts';
import { makeInMemoryKeys } from '../../../support/keys-in-memory.ts';
import { actor, makeStores, NOW, runCommand, runJson } from '../run-command.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** How long the previous key can still sign after a rotation. */
const HANDOVER = 7 * 60_000;

/** Makes the stores with keys. @param ages how long ago each current key was created, in milliseconds */
const start = (ages: { access: number; refresh: number }, wasRotated = true) => {
  const versionsOf = (kind: 'access' | 'refresh') => ({
    current: { keyId: `${kind}-current`, createdAt: NOW - ages[kind] },
    ...(wasRotated && { previous: { keyId: `${kind}-previous`, createdAt: 0 } }),
  });
  const keys = makeInMemoryKeys({ access: versionsOf('access'), refresh: versionsOf('refresh') }, () => NOW);
  const published = { kid: 'access-current', x: '', publishedAt: 0, signsFrom: 0 };
  return {
    keys,
    stores: makeStores({ keys, publicKeys: { ...makeStores().publicKeys, list: async () => [published] } }),
  };
};

describe('The command keys rotate', () => {
  it('replaces each key with a new one of 64 random characters, and prints its id', async () => {
    const { keys, stores } = start({ access: 30 * DAY, refresh: 30 * DAY });
    const { code, stderr, value } = await runJson(stores, ['keys', 'rotate']);
    expect([code, stderr]).toEqual([0, '']);
    const rotation = { keyId: expect.stringMatching(/^[\da-f-]{36}$/), signsFrom: '2026-11-21T08:01:30.000Z' };
    expect(value).toEqual([
      { ...rotation, kind: 'access', previousKeyId: 'access-current', rotateAgainFrom: '2026-11-21T09:07:00.000Z' },
      { ...rotation, kind: 'refresh', previousKeyId: 'refresh-current', rotateAgainFrom: '2026-11-28T08:07:00.000Z' },
    ]);
    for (const key of keys.keys) expect(key).toMatch(/^[\w-]{64}$/);
    expect(new Set(keys.keys).size).toBe(2);
  });

  it('prints and logs the ids of the keys, never a key', async () => {
    const { keys, stores } = start({ access: 30 * DAY, refresh: 30 * DAY });
    const { stdout, stderr } = await runCommand(stores, ['keys', 'rotate']);
    expect(stdout).toContain(`access key: ${(await keys.find('access')).current.keyId}`);
    const { items: entries } = await stores.log.listByCompany('', { from: 0 }, { limit: 9 });
    expect(entries).toHaveLength(2);
    for (const kind of ['access', 'refresh'])
      expect(entries).toContainEqual(
        expect.objectContaining({
          actor,
          action: 'keys.rotate',
          target: { kind },
          before: { keyId: `${kind}-current` },
        }),
      );
    const printed = stdout + stderr + JSON.stringify(entries);
    expect(keys.keys.filter((key) => printed.includes(key))).toEqual([]);
  });

  it.each(['access', 'refresh'])('rotates the %s key alone', async (kind) => {
    const { keys, stores } = start({ access: 30 * DAY, refresh: 30 * DAY });
    let published = 0;
    const publishKeys = async () => void (published += 1);
    const { value } = await runJson({ ...stores, publishKeys }, ['keys', 'rotate', '--kind', kind]);
    expect(published).toBe(kind === 'access' ? 1 : 0);
    expect(value).toEqual([expect.objectContaining({ kind, previousKeyId: `${kind}-current` })]);
    expect(keys.keys).toHaveLength(1);
  });

  it('rotates neither key while tokens of the previous refresh key can still be valid', async () => {
    const { keys, stores } = start({ access: 30 * DAY, refresh: 7 * DAY + HANDOVER - 1 });
    const { code, stdout, stderr } = await runCommand(stores, ['keys', 'rotate']);
    expect([code, stdout, keys.keys]).toEqual([1, '', []]);
    expect(stderr).toBe(
      'The refresh key was rotated at 2026-11-14T07:53:00.001Z, and tokens of the previous key are valid until ' +
        '2026-11-21T08:00:00.001Z. Rotating now ends them: wait until then, or use --force.\n',
    );
  });

  it('rotates neither key while the current access key is unpublished, or the previous one still verifies tokens', async () => {
    const { keys, stores } = start({ access: 30 * DAY, refresh: 30 * DAY });
    const key = { kid: 'access-current', x: '', publishedAt: 0, signsFrom: 0 };
    const rotate = (...published: PublicKey[]) =>
      runCommand({ ...stores, publicKeys: { ...stores.publicKeys, list: async () => published } }, ['keys', 'rotate']);
    const unpublished = await rotate({ ...key, kid: 'access-previous' });
    expect([unpublished.code, unpublished.stderr]).toEqual([1, expect.stringContaining('access-current')]);
    const live = await rotate(key, { ...key, kid: 'access-previous', verifiesUntil: NOW + 1 });
    expect([live.code, live.stderr]).toEqual([1, expect.stringContaining('until 2026-11-21T08:00:00.001Z')]);
    expect(keys.keys).toEqual([]);
  });

  it.each([
    [
      'after the last token of the previous key has expired',
      { access: HOUR + HANDOVER, refresh: 7 * DAY + HANDOVER },
      true,
      [],
    ],
    ['if there is no previous key', { access: 0, refresh: 0 }, false, []],
    ['with --force', { access: 0, refresh: 0 }, true, ['--force', '--yes']],
  ])('rotates %s', async (_, ages, wasRotated, words) => {
    const { keys, stores } = start(ages, wasRotated);
    expect((await runCommand(stores, ['keys', 'rotate', ...words])).code).toBe(0);
    expect(keys.keys).toHaveLength(2);
  });
});
