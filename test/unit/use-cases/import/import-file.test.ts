import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServiceError } from '../../../../shared/domain/service-error.ts';
import { makeInMemoryUsers } from '../../../support/fakes/in-memory-users.ts';
import { makeStores, runCommand, runJson } from '../../cli/run-command.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'admin-import-'));
});

afterAll(() => rm(folder, { recursive: true }));

const writeLines = async (name: string, ...lines: string[]): Promise<string> => {
  const file = join(folder, name);
  await writeFile(file, lines.join('\n'));
  return file;
};

const importUsers = (file: string) => ['users', 'import', file];

describe('users import', () => {
  it.each(['.ndjson', '.jsonl', '.JSONL'])('reads JSON lines from a file that ends in %s', async (extension) => {
    const stores = makeStores();
    const file = await writeLines(`good${extension}`, '{"companyId":"acme","id":1,"email":"A@b"}');
    expect(await runCommand(stores, importUsers(file))).toEqual({
      code: 0,
      stdout: '1 read: 1 written, 0 unchanged, 0 failed.\n',
      stderr: '',
    });
    expect(await stores.users.find({ companyId: 'acme', userId: 1 })).toMatchObject({ email: 'a@b' });
  });

  it('changes nothing the second time', async () => {
    const stores = makeStores();
    const file = await writeLines('twice.csv', 'companyId,id,uid', 'acme,1,x', 'acme,2,y');
    await runCommand(stores, importUsers(file));
    const again = await runJson(stores, importUsers(file));
    expect(again).toMatchObject({ code: 0, value: { read: 2, written: 0, unchanged: 2, failed: 0, errors: [] } });
  });

  it('ends with 1 where lines were bad, which are told by number', async () => {
    const file = await writeLines('bad.csv', 'companyId,id', 'acme,1', 'acme,0', ',2');
    const errors = [
      { line: 3, reason: 'id must be an integer from 1 to 9007199254740991' },
      { line: 4, reason: 'companyId is missing' },
    ];
    expect(await runJson(makeStores(), importUsers(file))).toEqual({
      code: 1,
      value: { read: 3, written: 1, unchanged: 0, failed: 2, errors },
      stderr: '{"error":{"code":"lines_refused","message":"2 of 3 records were not imported."}}\n',
    });
    expect((await runCommand(makeStores(), importUsers(file))).stderr).toBe(
      'Line 3: id must be an integer from 1 to 9007199254740991.\nLine 4: companyId is missing.\n2 of 3 records were not imported.\n',
    );
  });

  it('says what is wrong with the file', async () => {
    await mkdir(join(folder, 'folder.csv'));
    const headless = await writeLines('headless.csv', 'acme,1');
    const faults: [string, string, number?][] = [
      [join(folder, 'none.csv'), `There is no file ${folder}/none.csv.`],
      [join(folder, 'folder.csv'), `${folder}/folder.csv is a folder.`],
      [`${headless}/x.csv`, `Cannot read: ENOTDIR: not a directory, open '${headless}/x.csv'.`],
      [
        join(folder, 'users.xlsx'),
        `${folder}/users.xlsx must end in .ndjson, .jsonl, .csv: that tells how to read it.`,
        2,
      ],
      [headless, 'The header row must name the columns companyId,id, and lacks companyId,id.'],
    ];
    for (const [file, sentence, code = 1] of faults)
      expect(await runCommand(makeStores(), importUsers(file))).toEqual({ code, stdout: '', stderr: `${sentence}\n` });
  });

  it('stops where the database is away, and says how far it came and that it can be done again', async () => {
    const users = makeInMemoryUsers();
    const save: typeof users.save = async (user) => {
      if (user.id === 2) throw new ServiceError('dependency_unavailable', 'DynamoDB is not available: Error: gone');
      return users.save(user);
    };
    const file = await writeLines('stop.csv', 'companyId,id', 'acme,1', 'acme,2');
    const ended = await runCommand(makeStores({ users: { ...users, save } }), importUsers(file));
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toMatch(
      /^The import stopped\. 1 read: 1 written, .*Import the file again .* safe\.\nDynamoDB is not available: Error: gone\. Check .*\n$/,
    );
  });

  it('shows on a terminal how far it has come, no more often than can be read', async () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => `acme,${index + 1}`);
    const file = await writeLines('many.csv', 'companyId,id', ...lines);
    const { stderr, stdout } = await runCommand(makeStores(), importUsers(file), { answers: [] });
    expect(stderr).toBe('\r\u001B[K1 read, 0 failed …\r\u001B[K');
    expect(stdout).toBe('1000 read: 1000 written, 0 unchanged, 0 failed.\n');
  });
});
