import { beforeAll, describe, expect, it } from '@jest/globals';
import { LOCAL_KEY_SECRET } from '../../../shared/local-service.ts';
import { makeSecretsManager, openSecretStore } from '../../../lib/local/secrets-manager.ts';
import { bearer, get, post, runService } from '../../support/running-service.ts';
import { operatorCredentials, serve } from '../../support/serve.ts';
import { useOneAttempt } from '../../support/one-attempt.ts';
import { runAdminHere } from './run-admin.ts';
import { stackOutputs, stackTableNames, useStubCloudFormation } from './stub-stacks.ts';
import { useForFile } from '../../support/use-service.ts';
import { useTestDatabase } from './start-test-database.ts';

beforeAll(useOneAttempt);

const kidOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid;

/** The longest time after a rotation in which a function whose clock is slow might still sign with the previous key. */
const TAKEOVER_MILLISECONDS = 420_000;

describe('keys rotate on the local service', () => {
  const service = useForFile(runService);

  const environment = () => ({ DYNAMODB_PORT: new URL(service.databaseUrl).port, PORT: new URL(service.url).port });
  const publishedKeys = async (): Promise<string[]> => {
    const { body } = await get(`${service.url}/.well-known/jwks.json`);
    return (body as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
  };

  it('publishes the new key, even if the service has just read its keys, and keeps tokens of the previous key valid', async () => {
    const client = await service.aClient();
    await service.stores.users.save({ companyId: client.companyId, id: 1 });
    const { accessToken, refreshToken } = await service.logIn(client);
    await publishedKeys();
    const rotated = await runAdminHere(['keys', 'rotate', '--local', '--json'], environment());
    expect([rotated.code, rotated.stderr]).toEqual([0, '']);
    const { keyId, previousKeyId } = JSON.parse(rotated.stdout) as Record<'keyId' | 'previousKeyId', string>;
    expect(previousKeyId).toBe(kidOf(accessToken));
    expect(await publishedKeys()).toContain(keyId);
    expect(kidOf(refreshToken)).toBe(kidOf(accessToken));
    expect((await post(`${service.url}/scheduling/checkin`, { id: 1 }, bearer(accessToken))).status).toBe(200);
    expect((await get(`${service.url}/auth/refresh-token`, bearer(refreshToken))).status).toBe(200);
  });
});

describe('keys rotate', () => {
  const secretName = stackOutputs.SigningKeySecret;
  const database = useTestDatabase(stackTableNames);
  const store = openSecretStore([secretName, LOCAL_KEY_SECRET]);
  const secrets = useForFile(() => serve(makeSecretsManager(store)));
  const cloudFormation = useStubCloudFormation({
    'checkin-quick': { ...stackOutputs, AccessTokenSeconds: '60', RefreshTokenSeconds: '86400' },
    'checkin-odd': { ...stackOutputs, SigningKeySecret: 'arn:nowhere' },
  });

  const rotate = (...words: string[]) =>
    runAdminHere(['keys', 'rotate', '--json', ...words], {
      AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
      AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormation.url,
      AWS_ENDPOINT_URL_DYNAMODB: database.url,
      ...operatorCredentials,
    });

  it('uses the secret and the token lifetimes in the stack’s outputs', async () => {
    const before = store.find(secretName)?.[0]?.VersionId;
    const { code, stdout, stderr } = await rotate('--stack', 'checkin-quick', '--force', '--yes');
    const view = JSON.parse(stdout) as { keyId: string; signsFrom: string; rotateAgainFrom: string };
    expect([code, stderr]).toEqual([0, '']);
    expect(store.find(secretName)).toMatchObject([
      { VersionId: view.keyId, SecretString: expect.stringMatching(/^[\w-]{64}$/) },
      { VersionId: before },
    ]);
    // The new key signs at once, because the previous one was never published.
    expect(Date.parse(view.rotateAgainFrom) - Date.parse(view.signsFrom)).toBe(86_400_000 + TAKEOVER_MILLISECONDS);
  });

  it('says so if the secret does not exist', async () => {
    const ended = await rotate('--stack', 'checkin-odd', '--force', '--yes');
    expect([ended.code, ended.stdout]).toEqual([1, '']);
    expect(JSON.parse(ended.stderr)).toEqual({
      error: {
        code: 'signing_key_missing',
        message: 'The secret arn:nowhere does not exist or has no signing key yet.',
      },
    });
  });

  it('uses the local Secrets Manager at DYNAMODB_PORT also with another DynamoDB, and rotates no key if the audit log is unavailable', async () => {
    const keyId = (): string | undefined => store.find(LOCAL_KEY_SECRET)?.[0]?.VersionId;
    const before = keyId();
    const environment = { DYNAMODB_PORT: secrets.port, AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' };
    const ended = await runAdminHere(['keys', 'rotate', '--local', '--force', '--yes'], environment);
    expect([ended.code, ended.stdout, keyId()]).toEqual([1, '', before]);
    expect(ended.stderr).toMatch(/^DynamoDB is not available/);
  });
});
