import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addMember } from '../../shared/use-cases/members/change-members.ts';
import { openConsole, type Console } from '../support/console-service.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { post, runServiceInMemory, type RunningService } from '../support/running-service.ts';
import { startStubIssuer, type StubIssuer } from '../support/start-stub-issuer.ts';
import { makeStores, runCommand } from '../unit/cli/run-command.ts';

let service: RunningService;
let issuer: StubIssuer;
let webConsole: Console;
let folder: string;

beforeAll(async () => {
  service = await runServiceInMemory();
  issuer = await startStubIssuer();
  webConsole = await openConsole(issuer);
  folder = await mkdtemp(join(tmpdir(), 'hr-file-'));
});
afterAll(async () => {
  await webConsole.stop();
  await issuer.stop();
  await service.stop();
  await rm(folder, { recursive: true });
});

interface Person {
  readonly id: number;
  readonly name: string;
  readonly uids: readonly string[];
  readonly email: string;
}

const people: readonly Person[] = ['José Ñandú', '王菲', 'محمد الأمين', 'Γιώργος "Γιώ" Παπαδόπουλος', 'Müller, Zoë'].map(
  (name, index) => ({
    id: index + 1,
    name,
    uids: [`BADGE-${index}`, `spare/${index}`],
    email: `p${index}@acme.example`,
  }),
);

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const toCsv = (list: readonly Person[]): string =>
  [
    'id,name,uids,email',
    ...list.map(({ id, name, uids, email }) => [id, cell(name), uids.join(' '), email].join()),
  ].join('\n');

/** What an import does with the record of one person. */
type Outcome = 'written' | 'unchanged' | 'failed';
type Send = (companyId: string, list: readonly Person[]) => Promise<Partial<Record<Outcome, number>>>;

const countsOf = (counts: Record<string, number>) =>
  Object.fromEntries((['written', 'unchanged', 'failed'] as const).map((name) => [name, counts[name]]));

const senders: Readonly<Record<string, Send>> = {
  async 'the console'(companyId, list) {
    const subject = freshCompanyId();
    const actor = { through: 'cli', id: 'test' } as const;
    const { members } = service.stores;
    await addMember({ members, actor, now: Date.now }, companyId, { issuer: issuer.url, subject, role: 'admin' });
    const headers = { 'Content-Type': 'text/csv' };
    const token = await issuer.sign({ sub: subject });
    const { status, body } = await webConsole.send(token, 'importUsers', { body: toCsv(list), headers });
    expect(status).toBe(200);
    return countsOf(body);
  },
  async 'the command line'(companyId, list) {
    const file = join(folder, `${freshCompanyId()}.csv`);
    await writeFile(file, toCsv(list).replace(/^/gm, `${companyId},`).replace(companyId, 'companyId'));
    const { users, bookings, log } = service.stores;
    const ended = await runCommand(makeStores({ users, bookings, log }), [
      'users',
      'import',
      file,
      '--new-company',
      '--json',
    ]);
    return countsOf(JSON.parse(ended.stdout) as Record<string, number>);
  },
  async 'a sync request'(companyId, list) {
    const { accessToken } = await service.logIn(await service.aClient(companyId, ['sync']));
    const headers = { Authorization: `Bearer ${accessToken}` };
    const { status, body } = await post(`${service.url}/sync/users`, { items: list }, headers);
    expect(status).toBe(200);
    const outcomes = (body['items'] as { outcome: string }[]).map(({ outcome }) => outcome);
    return {
      written: outcomes.filter((outcome) => outcome === 'written').length,
      unchanged: outcomes.filter((outcome) => outcome === 'unchanged').length,
      failed: outcomes.filter((outcome) => outcome !== 'written' && outcome !== 'unchanged').length,
    };
  },
};

const readPeople = async (companyId: string): Promise<unknown[]> => {
  const found = await Promise.all(people.map(({ id }) => service.stores.users.find({ companyId, userId: id })));
  return found.map((user) => user && { ...user, changedBy: undefined });
};

describe.each(Object.keys(senders))('A list of people with names and badges, sent with %s,', (name) => {
  const send = senders[name] as Send;
  const [first, second] = people as [Person, Person];

  it('is written completely, is unchanged the second time, and moves a badge only if the list also has the previous owner, without the badge', async () => {
    const companyId = freshCompanyId();
    expect(await send(companyId, people)).toEqual({ written: people.length, unchanged: 0, failed: 0 });
    expect(await readPeople(companyId)).toEqual(
      people.map(({ uids, ...person }) => ({ ...person, companyId, uid: uids[0], uids, devices: [] })),
    );
    expect(await send(companyId, people)).toEqual({ written: 0, unchanged: people.length, failed: 0 });

    const receiver = { ...second, uids: [...second.uids, ...first.uids.slice(1)] };
    const giver = { ...first, uids: first.uids.slice(0, 1) };
    expect(await send(companyId, [receiver])).toEqual({ written: 0, unchanged: 0, failed: 1 });
    expect(await send(companyId, [giver, receiver])).toEqual({ written: 2, unchanged: 0, failed: 0 });
    expect(await service.stores.users.findId(companyId, { uid: 'spare/0' })).toBe(second.id);
  });
});
