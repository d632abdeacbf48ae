import { describe, expect, it } from '@jest/globals';
import { makeVersionReader } from '../../../shared/adapters/secrets-manager/key-secret.ts';

const failing = (name: string) => ({
  send: async () => {
    throw Object.assign(new Error('inside'), { name, $metadata: { httpStatusCode: 400 } });
  },
});

describe('A signing key', () => {
  it.each(['ResourceNotFoundException', 'InvalidRequestException', 'DecryptionFailure'])(
    'whose secret is deleted or cannot be decrypted is an outage, not a fault of the release: %s',
    async (name) => {
      const read = makeVersionReader(failing(name) as never, 'Refresh');
      await expect(read()).rejects.toMatchObject({ code: 'dependency_unavailable' });
    },
  );
});
