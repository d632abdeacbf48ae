import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startConsoleService, type ConsoleCaller, type ConsoleService } from '../../support/console-service.ts';

let service: ConsoleService;

beforeAll(async () => {
  service = await startConsoleService();
});
afterAll(() => service.stop());

const codeOf = async (response: Promise<{ status: number; body: { code?: string } }>): Promise<unknown[]> => {
  const { status, body } = await response;
  return [status, body?.code];
};

const aColleague = async ({ companyId }: ConsoleCaller) => service.aMember('viewer', companyId);

describe('Members', () => {
  it('get their own membership', async () => {
    const auditor = await service.aMember('auditor');
    expect((await auditor.call('getMe')).body).toEqual({
      subject: auditor.subject,
      companyId: auditor.companyId,
      role: 'auditor',
    });
  });

  it('are added by the subject of their account, if the issuer is not the stack’s own', async () => {
    const owner = await service.aMember('owner');
    const stranger = await service.aStranger();
    expect((await stranger.call('getMe')).status).toBe(403);

    const body = { subject: stranger.subject, email: 'Vic@Acme.example', role: 'viewer' };
    const added = await owner.call('addMember', { body });
    expect(added.status).toBe(201);
    expect(added.body).toEqual({ ...body, email: 'vic@acme.example', createdAt: expect.any(String) });
    expect((await stranger.call('getMe')).body).toMatchObject({ companyId: owner.companyId, role: 'viewer' });

    const { email: _, ...nameless } = body;
    expect(await codeOf(owner.call('addMember', { body: nameless }))).toEqual([409, 'member_exists']);
    const withoutSubject = await owner.call('addMember', { body: { email: 'a@b.example', role: 'viewer' } });
    expect(withoutSubject.body.errors).toEqual([{ field: 'subject', message: expect.any(String) }]);
  });

  it('of another company cannot be added', async () => {
    const [owner, other] = [await service.aMember('owner'), await service.aMember('owner')];
    const colleague = await aColleague(other);
    const body = { subject: colleague.subject, role: 'owner' };
    expect(await codeOf(owner.call('addMember', { body }))).toEqual([409, 'member_of_another_company']);
    expect((await colleague.call('getMe')).body).toMatchObject({ companyId: other.companyId, role: 'viewer' });
  });

  it('get another role at their next request, and none once they are removed', async () => {
    const owner = await service.aMember('owner');
    const colleague = await aColleague(owner);
    expect(await codeOf(colleague.call('listMembers'))).toEqual([403, 'forbidden']);

    await owner.call('changeMemberRole', { body: { subject: colleague.subject, role: 'owner' } });
    const { body } = await colleague.call('listMembers');
    expect(body).toMatchObject({
      items: [{ subject: owner.subject }, { subject: colleague.subject, role: 'owner' }],
      addBy: 'subject',
    });

    const removed = await owner.call('removeMember', { body: { subject: colleague.subject } });
    expect([removed.status, removed.body]).toEqual([204, undefined]);
    expect(await codeOf(colleague.call('getMe'))).toEqual([403, 'not_a_member']);
  });

  it('cannot leave a company without an owner', async () => {
    const owner = await service.aMember('owner');
    const body = { subject: owner.subject };
    expect(await codeOf(owner.call('removeMember', { body }))).toEqual([409, 'last_owner']);
    expect(await codeOf(owner.call('changeMemberRole', { body: { ...body, role: 'admin' } }))).toEqual([
      409,
      'last_owner',
    ]);
    expect((await owner.call('getMe')).body.role).toBe('owner');
  });

  it('are listed in pages', async () => {
    const owner = await service.aMember('owner');
    const others = [await aColleague(owner), await aColleague(owner)];
    const first = await owner.call('listMembers', { query: { limit: 2 } });
    const second = await owner.call('listMembers', { query: { limit: 2, next: first.body.next } });
    const subjects = [...first.body.items, ...second.body.items].map(({ subject }) => subject as string);
    expect(subjects).toEqual([owner, ...others].map(({ subject }) => subject));
    expect(second.body).not.toHaveProperty('next');
  });
});

describe('Signing keys', () => {
  it('are listed by their ids, never the keys themselves', async () => {
    const viewer = await service.aMember('viewer');
    const { items } = (await viewer.call('listKeys')).body;
    expect(items).toMatchObject([
      { use: 'access', status: 'current' },
      { use: 'refresh', status: 'current' },
    ]);
    expect(Object.keys(items[0]).toSorted()).toEqual(['createdAt', 'keyId', 'signsFrom', 'status', 'use']);
  });
});
