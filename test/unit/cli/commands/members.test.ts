import { describe, expect, it } from '@jest/globals';
import { findMembership } from '../../../../shared/use-cases/members/find-member.ts';
import { makeStores, NOW, runCommand, runJson } from '../run-command.ts';

const issuer = 'https://issuer.example';
const createdAt = new Date(NOW).toISOString();

const add = (...words: string[]): string[] => ['members', 'add', '--company', 'acme', ...words];

describe('members', () => {
  it('adds the account of another issuer by its subject', async () => {
    const stores = makeStores();
    const words = add('--role', 'owner', '--subject', 'ana', '--email', 'Ana@Acme.example');

    expect(await runJson(stores, words)).toMatchObject({
      code: 0,
      value: { companyId: 'acme', issuer, subject: 'ana', email: 'ana@acme.example', role: 'owner', createdAt },
    });
    expect(await findMembership(stores.members, { issuer, subject: 'ana' })).toMatchObject({ companyId: 'acme' });
    const { entries } = await stores.log.listByCompany('acme', { from: NOW }, { limit: 10 });
    expect(entries).toMatchObject([{ action: 'members.add', actor: { through: 'cli', id: 'olive' } }]);
  });

  it('invites by e-mail if there is a user pool', async () => {
    const invited: string[] = [];
    const invite = async (email: string) => {
      invited.push(email);
      return 'subject-1';
    };
    const stores = makeStores({ findConsole: async () => ({ issuer, invite }) });

    expect(await runJson(stores, add('--role', 'viewer', '--email', 'vic@acme.example'))).toMatchObject({
      value: { subject: 'subject-1', email: 'vic@acme.example' },
    });
    expect(invited).toEqual(['vic@acme.example']);
  });

  it.each([
    ['nobody', add('--role', 'viewer'), '--email'],
    ['an address if there are no invitations', add('--role', 'viewer', '--email', 'a@b.example'), '--subject'],
    ['an unknown role', add('--role', 'root', '--subject', 'ana'), 'viewer, reception, auditor, admin, owner'],
    ['an empty subject', add('--role', 'viewer', '--subject', ''), '1 to 255 characters'],
  ])('does not add %s, and says what to do', async (_, words, hint) => {
    const stores = makeStores();
    const { code, stderr } = await runCommand(stores, words);
    expect(code).toBe(2);
    expect(stderr).toContain(hint);
    expect(await stores.members.listRosters()).toEqual([]);
  });

  it('lists the members of one company, or of all', async () => {
    const stores = makeStores();
    expect((await runCommand(stores, ['members', 'list'])).stdout).toBe('No members.\n');
    await runCommand(stores, add('--role', 'owner', '--subject', 'ana'));
    await runCommand(stores, ['members', 'add', '--company', 'globex', '--role', 'admin', '--subject', 'gil']);

    expect(await runJson(stores, ['members', 'list', '--company', 'acme'])).toMatchObject({
      value: [{ companyId: 'acme', subject: 'ana', role: 'owner' }],
    });
    expect((await runCommand(stores, ['members', 'list'])).stdout).toMatch(
      /acme {5}owner {2}ana.*\nglobex {3}admin {2}gil/,
    );
  });

  it('removes a member once that is confirmed, and not the last owner', async () => {
    const stores = makeStores();
    await runCommand(stores, add('--role', 'owner', '--subject', 'ana'));
    await runCommand(stores, add('--role', 'viewer', '--subject', 'vic'));
    const remove = (subject: string) => ['members', 'remove', '--company', 'acme', '--subject', subject];

    expect((await runCommand(stores, remove('vic'))).code).toBe(2);
    expect(await runJson(stores, [...remove('vic'), '--yes'])).toMatchObject({
      code: 0,
      value: { companyId: 'acme', subject: 'vic', removed: true },
    });
    expect(await runCommand(stores, [...remove('ana'), '--yes'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no owner'),
    });
    expect((await runCommand(stores, [...remove('vic'), '--yes'])).stderr).toContain('no member vic');
  });
});
