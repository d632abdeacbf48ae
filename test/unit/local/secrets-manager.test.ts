import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  ListSecretVersionIdsCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makeSecretsManager, openSecretStore } from '../../../lib/local/secrets-manager.ts';
import { serve, type TestServer } from '../../support/serve.ts';

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

let server: TestServer;
let client: SecretsManagerClient;

beforeEach(async () => {
  const handle = makeSecretsManager(openSecretStore(['SigningKey']));
  server = await serve((request, response) => handle(request, response) || response.writeHead(404).end());
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' };
  client = new SecretsManagerClient({ endpoint: server.url, region: 'local', maxAttempts: 1, credentials });
});
afterEach(async () => {
  client.destroy();
  await server.stop();
});

const read = (SecretId: string, VersionStage?: string) =>
  client.send(new GetSecretValueCommand({ SecretId, VersionStage }));

const put = (SecretString: string, ClientRequestToken?: string) =>
  client.send(new PutSecretValueCommand({ SecretId: 'SigningKey', SecretString, ClientRequestToken }));

describe('Secrets Manager on one machine', () => {
  it('returns a generated value, its version and its stage', async () => {
    expect(await read('SigningKey')).toMatchObject({
      Name: 'SigningKey',
      SecretString: expect.stringMatching(/^[\w-]{64}$/),
      VersionId: expect.stringMatching(UUID),
      VersionStages: ['AWSCURRENT'],
      CreatedDate: expect.any(Date),
    });
  });

  it('generates new values at each start if it has no file', () => {
    const [one, other] = [openSecretStore(['SigningKey']), openSecretStore(['SigningKey'])];
    expect(one.find('SigningKey')).not.toEqual(other.find('SigningKey'));
  });

  it('makes the current version the previous version when a new version is put, and lists both without values', async () => {
    const list = () => client.send(new ListSecretVersionIdsCommand({ SecretId: 'SigningKey' }));
    const { VersionId: firstId, CreatedDate, SecretString } = await read('SigningKey', 'AWSCURRENT');
    const first = { VersionId: firstId, VersionStages: ['AWSCURRENT'], CreatedDate };
    expect(await list()).toMatchObject({ Name: 'SigningKey', Versions: [first] });
    const { VersionId } = await put('a new key');
    expect(await read('SigningKey')).toMatchObject({ SecretString: 'a new key', VersionId });
    const previous = { ...first, VersionStages: ['AWSPREVIOUS'] };
    expect(await read('SigningKey', 'AWSPREVIOUS')).toMatchObject({ ...previous, SecretString });
    expect((await list()).Versions).toEqual([
      { VersionId, VersionStages: ['AWSCURRENT'], CreatedDate: expect.any(Date) },
      previous,
    ]);
  });

  it.each([
    ['Nobody', undefined, 'secret'],
    ['toString', undefined, 'secret'],
    ['SigningKey', 'AWSPREVIOUS', 'secret value for staging label: AWSPREVIOUS'],
    ['SigningKey', 'AWSPENDING', 'secret value for staging label: AWSPENDING'],
  ])('says that there is no %s in the stage %s', async (name, stage, missing) => {
    const error: unknown = await read(name, stage).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ResourceNotFoundException);
    expect(error).toMatchObject({ message: `Secrets Manager can't find the specified ${missing}.` });
  });

  it('keeps the first value that is put with a version id, while this version is the current or the previous one', async () => {
    const { VersionId } = await put('a');
    expect((await put('a', VersionId)).VersionId).toBe(VersionId);
    await put('b');
    await expect(put('c', VersionId)).rejects.toMatchObject({ name: 'ResourceExistsException' });
    expect((await read('SigningKey')).SecretString).toBe('b');
    expect((await read('SigningKey', 'AWSPREVIOUS')).SecretString).toBe('a');
  });

  it('rejects an invalid value and unsupported operations', async () => {
    await expect(put('')).rejects.toMatchObject({ name: 'InvalidParameterException' });
    const describeSecret = client.send(new DescribeSecretCommand({ SecretId: 'SigningKey' }));
    await expect(describeSecret).rejects.toMatchObject({ name: 'InvalidRequestException' });
  });
});
