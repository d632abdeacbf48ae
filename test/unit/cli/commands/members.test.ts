import { describe, expect, it } from '@jest/globals';
import { INVITATION_DAYS } from '../../../../shared/rules/roles.ts';
import { findMembership } from '../../../../shared/use-cases/members/change-members.ts';
import { makeStores, NOW, runCommand, runJson } from '../run-command.ts';

const issuer = 'https://issuer.example';
const createdAt = new Date(NOW).toISOString();

const add = (...words: string[]): string[] => ['members', 'add', '--company', 'acme', ...words];

describe('members', () => {
  it('"add" makes an account a member immediately on the local service', async () => {
    const stores = makeStores();
    const words = add('--role', 'owner', '--subject', 'ana', '--email', 'Ana@Acme.example');

    expect(await runJson(stores, words)).toMatchObject({
      code: 0,
      value: { companyId: 'acme', issuer, subject: 'ana', email: 'ana@acme.example', role: 'owner', createdAt },
    });
    expect(await findMembership(stores.members, { issuer, subject: 'ana' })).toMatchObject({ companyId: 'acme' });
    expect(await runJson(stores, add('--role', 'viewer', '--email', 'vic@acme.example'))).toMatchObject({
      value: { subject: 'vic', email: 'vic@acme.example' },
    });
  });

  const url = 'https://console.example/console/';
  const endsAt = new Date(NOW + INVITATION_DAYS * 24 * 60 * 60_000).toISOString();

  it('"add" on a stack invites an e-mail address, and mails the invitation if the stack has a user pool', async () => {
    const mailed: string[] = [];
    const sendInvitation = async (email: string) => void mailed.push(email);
    const stores = makeStores({ findConsole: async () => ({ issuer, isLocal: false, url, sendInvitation }) });

    const words = add('--role', 'viewer', '--email', 'Vic@acme.example');
    const invitation = { companyId: 'acme', issuer, email: 'vic@acme.example', role: 'viewer', endsAt };
    expect(await runJson(stores, words)).toMatchObject({ code: 0, value: { ...invitation, consoleUrl: url } });
    expect(mailed).toEqual(['vic@acme.example']);
    expect((await runCommand(stores, [...words, '--subject', 'vic'])).code).toBe(2);
    expect((await stores.members.findRoster('acme')).members).toEqual([]);
    expect(await runJson(stores, ['members', 'list'])).toMatchObject({ value: [invitation] });
  });

  it('"add" on a stack invites a subject and says what to do next; "remove" withdraws the invitation', async () => {
    const stores = makeStores({ findConsole: async () => ({ issuer, isLocal: false, url }) });
    const { stdout } = await runCommand(stores, add('--role', 'owner', '--subject', 'ana'));
    expect(stdout).toBe(`Invited ana to acme as owner. Ask them to sign in at ${url} and accept by ${endsAt}.\n`);
    const { invitations } = await stores.members.findRoster('acme');
    const withdraw = ['members', 'remove', '--company', 'acme', '--invitation', invitations[0]?.id ?? '', '--yes'];
    expect((await runCommand(stores, withdraw.slice(0, -1))).code).toBe(2);
    expect(await runJson(stores, withdraw)).toMatchObject({ code: 0, value: { withdrawn: true } });
    expect((await runCommand(stores, withdraw)).stderr).toContain('no invitation');
  });

  it.each([
    ['to add a member without a subject or an e-mail address', add('--role', 'viewer'), '--email'],
    ['to remove a member without saying which', ['members', 'remove', '--company', 'acme'], '--invitation'],
  ])('refuses %s, and says what to do', async (_, words, hint) => {
    const stores = makeStores();
    const { code, stderr } = await runCommand(stores, words);
    expect(code).toBe(2);
    expect(stderr).toContain(hint);
    expect(await stores.members.listRosters()).toEqual([]);
  });

  it('"list" prints the members of one company or of all companies', async () => {
    const stores = makeStores();
    expect((await runCommand(stores, ['members', 'list'])).stdout).toBe('No members.\n');
    await runCommand(stores, add('--role', 'owner', '--subject', 'ana'));
    await runCommand(stores, ['members', 'add', '--company', 'globex', '--role', 'admin', '--subject', 'gil']);

    expect(await runJson(stores, ['members', 'list', '--company', 'acme'])).toMatchObject({
      value: [{ companyId: 'acme', subject: 'ana', role: 'owner' }],
    });
    const { stdout } = await runCommand(stores, ['members', 'list']);
    expect(stdout).toMatch(/^acme {5}owner {2}ana.*\n^globex {3}admin {2}gil/m);
  });

  it('"remove" needs confirmation, and refuses to remove the last owner', async () => {
    const stores = makeStores();
    await runCommand(stores, add('--role', 'owner', '--subject', 'ana'));
    await runCommand(stores, add('--role', 'viewer', '--subject', 'vic'));
    const remove = (subject: string) => ['members', 'remove', '--company', 'acme', '--subject', subject];

    expect((await runCommand(stores, remove('vic'))).code).toBe(2);
    expect(await runJson(stores, [...remove('vic'), '--yes'])).toMatchObject({
      code: 0,
      value: { companyId: 'acme', subject: 'vic', removed: true },
    });
    expect((await runCommand(stores, [...remove('ana'), '--yes'])).stderr).toContain('no owner');
    expect((await runCommand(stores, [...remove('vic'), '--yes'])).stderr).toContain('no member vic');
  });
});
