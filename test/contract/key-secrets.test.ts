import { describe, expect, it } from '@jest/globals';
import { makeKeySecrets } from '../../shared/adapters/secrets-manager/key-secrets.ts';
import { makeMemorySecrets } from '../support/memory-secrets.ts';

const open = () => {
  const first = [{ VersionId: 'first', SecretString: 'a key', CreatedDate: 0 }];
  const secrets = makeMemorySecrets({ AccessKey: first, RefreshKey: first }, () => 0);
  return makeKeySecrets(secrets, { access: 'AccessKey', refresh: 'RefreshKey' });
};

describe('The store of signing keys', () => {
  it('replaces the current key, which becomes the previous one', async () => {
    const secrets = open();
    const before = await secrets.find('access');
    const keyId = await secrets.replace('access', before, 'a new key');
    const after = await secrets.find('access');
    expect([after.current.keyId, after.previous?.keyId]).toEqual([keyId, before.current.keyId]);
    expect((await secrets.find('refresh')).previous).toBeUndefined();
  });

  it('performs only one of several simultaneous replacements, so that the current key always becomes the previous one', async () => {
    const secrets = open();
    for (let round = 1; round <= 3; round += 1) {
      const before = await secrets.find('access');
      const replaced = await Promise.allSettled(
        ['a', 'b', 'c'].map((key) => secrets.replace('access', before, `${key} ${round}`)),
      );
      const refused = replaced.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
      expect(refused).toEqual([0, 1].map(() => expect.objectContaining({ code: 'key_rotated_meanwhile' })));
      expect((await secrets.find('access')).previous?.keyId).toBe(before.current.keyId);
    }
  });
});
