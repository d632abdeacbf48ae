import { describe, expect, it } from '@jest/globals';
import { makeKeySecret, makeVersionReader } from '../../shared/adapters/secrets-manager/key-secret.ts';
import { makeMemorySecrets } from '../support/memory-secrets.ts';

const open = () => {
  const first = [{ VersionId: 'first', SecretString: 'a key', CreatedDate: 0 }];
  return makeKeySecret(
    makeMemorySecrets({ SigningKey: first }, () => 0),
    'SigningKey',
  );
};

describe('The secret of the signing keys', () => {
  it('replaces the current key, which becomes the previous one', async () => {
    const secrets = open();
    const before = await secrets.find();
    const keyId = await secrets.replace(before, 'a new key');
    const after = await secrets.find();
    expect([after.current.keyId, after.previous?.keyId]).toEqual([keyId, before.current.keyId]);
  });

  it('performs only one of several simultaneous replacements, so that the current key always becomes the previous one', async () => {
    const secrets = open();
    for (let round = 1; round <= 3; round += 1) {
      const before = await secrets.find();
      const replaced = await Promise.allSettled(
        ['a', 'b', 'c'].map((key) => secrets.replace(before, `${key} ${round}`)),
      );
      const refused = replaced.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
      expect(refused).toEqual([0, 1].map(() => expect.objectContaining({ code: 'key_rotated_meanwhile' })));
      expect((await secrets.find()).previous?.keyId).toBe(before.current.keyId);
    }
  });
});

it.each(['ResourceNotFoundException', 'InvalidRequestException', 'DecryptionFailure'])(
  'A secret that is deleted or cannot be decrypted is an outage, not a fault of the release: %s',
  async (name) => {
    const error = Object.assign(new Error('inside'), { name, $metadata: { httpStatusCode: 400 } });
    const read = makeVersionReader({ send: () => Promise.reject(error) }, 'SigningKey');
    await expect(read()).rejects.toMatchObject({ code: 'dependency_unavailable' });
  },
);
