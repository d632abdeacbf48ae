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

  it('get another role at their next request, and none once they are removed', async () => {
    const owner = await service.aMember('owner');
    const colleague = await aColleague(owner);
    expect(await codeOf(colleague.call('listMembers'))).toEqual([403, 'forbidden']);

    await owner.call('changeMemberRole', { body: { subject: colleague.subject, role: 'owner' } });
    const { body } = await colleague.call('listMembers');
    expect(body).toMatchObject({
      items: [{ subject: owner.subject }, { subject: colleague.subject, role: 'owner' }],
      invitations: [],
      sendsMail: false,
    });

    const removed = await owner.call('removeMember', { body: { subject: colleague.subject } });
    expect([removed.status, removed.body]).toEqual([204, undefined]);
    expect(await codeOf(colleague.call('getMe'))).toEqual([403, 'not_a_member']);
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

/** Somebody who is a member of nothing. The issuer knows their address. */
const aPerson = async (verification: object = { email_verified: true }) => {
  const person = await service.aStranger();
  const email = `${person.subject}@Example.com`;
  service.issuer.userinfo.set(person.subject, { email, ...verification });
  return { ...person, email: email.toLowerCase() };
};

const invite = (owner: ConsoleCaller, body: object) =>
  owner.call('inviteMember', { body: { role: 'viewer', ...body } });

const accept = (person: ConsoleCaller, invitation: { body: { id?: string } }) =>
  person.call('acceptInvitation', { params: { invitationId: String(invitation.body.id) } });

describe('Invitations', () => {
  it.each([true, 'true'])(
    'are accepted by the owner of the address that the issuer verified (%p)',
    async (isVerified) => {
      const owner = await service.aMember('owner');
      const person = await aPerson({ email_verified: isVerified });
      const invited = await invite(owner, { email: person.email });
      expect([invited.status, invited.body]).toEqual([
        201,
        {
          id: expect.any(String),
          email: person.email,
          role: 'viewer',
          invitedBy: owner.subject,
          endsAt: expect.any(String),
        },
      ]);
      expect((await person.call('getMe')).status).toBe(403);
      const { email: _, ...offer } = invited.body;
      expect((await person.call('listMyInvitations')).body).toEqual({
        items: [{ ...offer, companyId: owner.companyId }],
      });

      const accepted = await accept(person, invited);
      const me = { subject: person.subject, email: person.email, companyId: owner.companyId, role: 'viewer' };
      expect([accepted.status, accepted.body]).toEqual([200, me]);
      expect((await person.call('getMe')).body).toEqual(me);
      expect((await owner.call('listMembers')).body).toMatchObject({
        items: [{ subject: owner.subject }, { subject: person.subject, email: person.email }],
        invitations: [],
      });
    },
  );

  it.each([{ email_verified: false }, { email_verified: 'false' }, {}, { email_verified: 1 }])(
    'are not for an address with %j',
    async (verification) => {
      const owner = await service.aMember('owner');
      const person = await aPerson(verification);
      const invited = await invite(owner, { email: person.email });
      // A userinfo that breaks the protocol is a failure of the issuer.
      const expected =
        'email_verified' in verification && verification.email_verified === 1
          ? [503, 'dependency_unavailable']
          : [404, 'invitation_not_found'];
      expect(await codeOf(accept(person, invited))).toEqual(expected);
      expect(await codeOf(person.call('getMe'))).toEqual([403, 'not_a_member']);
    },
  );

  it('are not for an account whose address changed, nor for the userinfo of somebody else', async () => {
    const owner = await service.aMember('owner');
    const person = await aPerson();
    const invited = await invite(owner, { email: person.email });
    service.issuer.userinfo.set(person.subject, { email: 'new@example.com', email_verified: true });
    expect(await codeOf(accept(person, invited))).toEqual([404, 'invitation_not_found']);
    service.issuer.userinfo.set(person.subject, { sub: 'else', email: person.email, email_verified: true });
    expect(await codeOf(accept(person, invited))).toEqual([503, 'dependency_unavailable']);
  });

  it('need an address or a subject', async () => {
    const owner = await service.aMember('owner');
    expect((await invite(owner, {})).body.errors).toEqual([{ field: 'email', message: expect.any(String) }]);
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
