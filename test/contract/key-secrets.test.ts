import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSecretStore } from '../../lib/local/secret-store.ts';
import { makeSecretsManager } from '../../lib/local/secrets-manager.ts';
import { makeKeySecrets } from '../../shared/adapters/secrets-manager/key-secrets.ts';
import type { KeySecrets } from '../../shared/domain/signing-keys.ts';
import { makeMemorySecrets } from '../support/memory-secrets.ts';

/** Tests that {@link KeySecrets} must pass on any storage. */
const describeKeySecrets = (open: () => KeySecrets | Promise<KeySecrets>): void => {
  it('replaces the current key, which becomes the previous one', async () => {
    const secrets = await open();
    const before = await secrets.find('access');
    const keyId = await secrets.replace('access', before, 'a new key');
    const after = await secrets.find('access');
    expect([after.current.keyId, after.previous?.keyId]).toEqual([keyId, before.current.keyId]);
    expect((await secrets.find('refresh')).previous).toBeUndefined();
  });

  it('performs only one of several simultaneous replacements, so that the current key always becomes the previous one', async () => {
    const secrets = await open();
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
};

describe('The store of signing keys in an in-memory Secrets Manager', () => {
  const first = [{ VersionId: 'first', SecretString: 'a key', CreatedDate: 0 }];
  describeKeySecrets(() => {
    const secrets = makeMemorySecrets({ AccessKey: first, RefreshKey: first }, () => 0);
    return makeKeySecrets(secrets, { access: 'AccessKey', refresh: 'RefreshKey' });
  });
});

describe('The store of signing keys in the Secrets Manager of the local service', () => {
  let server: Server;
  let client: SecretsManagerClient;
  let handle: ReturnType<typeof makeSecretsManager>;

  beforeAll(async () => {
    server = createServer((request, response) => void handle(request, response));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    client = new SecretsManagerClient({
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: 'local',
      credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
    });
  });
  afterAll(() => {
    client.destroy();
    server.close();
  });

  describeKeySecrets(async () => {
    handle = makeSecretsManager(openSecretStore(['AccessKey', 'RefreshKey']));
    return makeKeySecrets(client, { access: 'AccessKey', refresh: 'RefreshKey' });
  });
});
