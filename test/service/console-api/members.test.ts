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

  it('can be for the subject of an account, whether or not the issuer has userinfo', async () => {
    const owner = await service.aMember('owner');
    const stranger = await service.aStranger();
    const invited = await invite(owner, { subject: stranger.subject });
    expect((await accept(stranger, invited)).body).toMatchObject({ companyId: owner.companyId });
  });

  it('need an address or a subject', async () => {
    const owner = await service.aMember('owner');
    expect((await invite(owner, {})).body.errors).toEqual([{ field: 'email', message: expect.any(String) }]);
  });

  it('look the same for an address of another company’s member, who must leave it to accept', async () => {
    const [owner, other] = [await service.aMember('owner'), await service.aMember('owner')];
    const person = await aPerson();
    await accept(person, await invite(other, { email: person.email }));
    const invited = await invite(owner, { email: person.email });
    expect(invited.status).toBe(201);

    const refused = await accept(person, invited);
    expect([refused.status, refused.body.code]).toEqual([409, 'member_of_another_company']);
    expect(refused.body.message).toContain(other.companyId);
    expect((await person.call('leave')).status).toBe(204);
    expect((await accept(person, invited)).status).toBe(200);
    expect(await codeOf(owner.call('leave'))).toEqual([409, 'last_owner']);
  });

  it('can be withdrawn and sent again by an owner of the company only', async () => {
    const [owner, other] = [await service.aMember('owner'), await service.aMember('owner')];
    const person = await aPerson();
    const invited = await invite(owner, { email: person.email });
    const request = { params: { invitationId: invited.body.id } };
    expect(await codeOf(other.call('resendInvitation', request))).toEqual([404, 'invitation_not_found']);
    expect(await codeOf(other.call('withdrawInvitation', request))).toEqual([404, 'invitation_not_found']);
    expect((await owner.call('resendInvitation', request)).body.id).toBe(invited.body.id);

    expect((await owner.call('withdrawInvitation', request)).status).toBe(204);
    expect(await codeOf(accept(person, invited))).toEqual([404, 'invitation_not_found']);
    expect((await person.call('listMyInvitations')).body).toEqual({ items: [] });
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
