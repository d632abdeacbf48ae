import { writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { localTableNames } from '../../../shared/local-service.ts';
import { useOneAttempt } from '../../support/one-attempt.ts';
import { useFolder } from '../../support/use-folder.ts';
import { runAdminHere, listModules, packagesIn, spawnAdmin } from './run-admin.ts';
import { useTestDatabase } from './start-test-database.ts';

const database = useTestDatabase(localTableNames);
const folder = useFolder();

beforeAll(useOneAttempt);

const environment = () => ({ DYNAMODB_PORT: new URL(database.url).port });

describe('The command line on the local service', () => {
  it('resolves a relative path from the folder in which npm was called, and loads only the SDK clients that it uses', async () => {
    await writeFile(folder('relative.csv'), 'companyId,id\r\nrelative,1');
    const words = ['users', 'import', 'relative.csv', '--local', '--new-company', '--json'];
    const variables = { ...environment(), INIT_CWD: folder(), NODE_OPTIONS: listModules };
    const { code, stdout, stderr } = await spawnAdmin(words, variables);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { written: 1 }]);
    const clients = packagesIn(stderr).filter((name) => name.startsWith('@aws-sdk/client-'));
    expect(clients.toSorted()).toEqual(['@aws-sdk/client-dynamodb', '@aws-sdk/client-secrets-manager']);
  });

  it('reports with `doctor` which parts of the service it can reach', async () => {
    const { stdout, code } = await runAdminHere(['doctor', '--local', '--json'], { ...environment(), PORT: '1' });
    const value = JSON.parse(stdout) as Record<string, unknown>;
    const findings = value['findings'] as { check: string; ok: boolean; message: string }[];
    // This database has tables, but there are no signing keys and no API.
    expect(code).toBe(1);
    expect(findings.filter(({ ok }) => ok).map(({ check }) => check)).toEqual(
      Object.keys(localTableNames).map((id) => `table ${id}`),
    );
    expect(findings.filter(({ ok }) => !ok).map(({ check }) => check)).toEqual(['signing key', 'api']);
  });

  it('prefers AWS_ENDPOINT_URL_DYNAMODB to DYNAMODB_PORT', async () => {
    const words = ['clients', 'list', '--company', 'acme', '--local'];
    const ended = await runAdminHere(words, { AWS_ENDPOINT_URL_DYNAMODB: database.url, DYNAMODB_PORT: '1' });
    expect(ended).toEqual({ code: 0, stdout: 'No API clients.\n', stderr: '' });
  });

  it.each<Record<string, string>>([
    { AWS_PROFILE: 'missing' },
    { AWS_PROFILE: 'missing', AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'expired', AWS_SESSION_TOKEN: 'x' },
  ])('needs nothing of the operator’s AWS account, and says nothing about it: %j', async (account) => {
    const words = ['clients', 'list', '--company', 'acme', '--local'];
    const ended = await spawnAdmin(words, { ...environment(), ...account });
    expect(ended).toEqual({ code: 0, stdout: 'No API clients.\n', stderr: '' });
  });

  it.each(['x', '0', '65536'])('rejects the port %s', async (port) => {
    const ended = await runAdminHere(['clients', 'list', '--local'], { DYNAMODB_PORT: port });
    expect(ended).toEqual({ code: 1, stdout: '', stderr: `DYNAMODB_PORT is "${port}" and must be a port number.\n` });
  });

  it.each([
    ['AWS_ENDPOINT_URL_DYNAMODB', '127.0.0.1:8001'],
    ['AWS_ENDPOINT_URL_DYNAMODB', 'localhost:8001'],
    ['AWS_ENDPOINT_URL_SECRETS_MANAGER', 'x'],
  ])('rejects a %s that is no URL: %s', async (name, url) => {
    const { code, stderr } = await runAdminHere(['clients', 'list', '--local'], { DYNAMODB_PORT: '1', [name]: url });
    expect([code, stderr]).toEqual([1, `${name} is "${url}" and must be a URL such as http://127.0.0.1:8001.\n`]);
  });
});

describe('If the local service is missing, the command line', () => {
  it('reports only once with `doctor` that the database is unavailable, and names the setting for its port', async () => {
    const { code, stdout } = await runAdminHere(['doctor', '--local'], { DYNAMODB_PORT: '1', PORT: '1' });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^FAIL {2}connection: DynamoDB is not available: .* set DYNAMODB_PORT to the port .*\n$/);
  });
});
