import { describe, expect, it } from '@jest/globals';
import { statusAndCodeOf, type ConsoleCaller } from '../../support/console-service.ts';
import { takeErrors } from '../../support/run/service-log.ts';
import { useConsoleService } from '../../support/use-console.ts';

const service = useConsoleService();

describe('Members', () => {
  it('are listed in pages, and a member who is removed between two pages hides nobody', async () => {
    const owner = await service.aMember('owner');
    const { companyId } = owner;
    const others = [await service.aMember('viewer', companyId), await service.aMember('viewer', companyId)];
    const first = await owner.call('listMembers', { query: { limit: 2 } });
    const removed = others.find(({ subject }) =>
      first.body.items.some((item: ConsoleCaller) => item.subject === subject),
    );
    await owner.call('removeMember', { body: { subject: removed?.subject } });
    const second = await owner.call('listMembers', { query: { limit: 2, next: first.body.next } });
    const items: { subject: string; createdAt: string }[] = [...first.body.items, ...second.body.items];
    const joined = items.map(({ createdAt }) => createdAt);
    expect(joined).toEqual(joined.toSorted());
    const subjects = items.map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual([owner, ...others].map(({ subject }) => subject).toSorted());
    expect(second.body).not.toHaveProperty('next');
  });

  it('can leave only once, even with two simultaneous requests', async () => {
    const { companyId } = await service.aMember('owner');
    const viewer = await service.aMember('viewer', companyId);
    const responses = await Promise.all([viewer.call('leave'), viewer.call('leave')]);
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
  });
});

/** Creates a person without a company, whose e-mail address the issuer knows. */
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
    'can be accepted by the person whose address the issuer has verified (%p)',
    async (isVerified) => {
      const owner = await service.aMember('owner');
      const person = await aPerson({ email_verified: isVerified });
      const invited = await invite(owner, { email: person.email.toUpperCase() });
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
      const { email: _, ...invitation } = invited.body;
      expect((await person.call('listMyInvitations')).body).toEqual({
        items: [{ ...invitation, companyId: owner.companyId }],
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

  it.each([
    [{ email_verified: 'false' }, 404, 'invitation_not_found'],
    [{}, 404, 'invitation_not_found'],
    // A userinfo response that breaks the protocol counts as a failure of the issuer.
    [{ email_verified: 1 }, 503, 'dependency_unavailable'],
  ])('cannot be accepted with an address that the issuer reports with %j', async (verification, status, code) => {
    const owner = await service.aMember('owner');
    const person = await aPerson(verification);
    const invited = await invite(owner, { email: person.email });
    expect(await statusAndCodeOf(accept(person, invited))).toEqual([status, code]);
    expect(takeErrors()).toEqual(status === 503 ? ['admin 503'] : []);
    expect(await statusAndCodeOf(person.call('getMe'))).toEqual([403, 'not_a_member']);
  });

  it('cannot be accepted by an account whose address has changed, or with the userinfo of another account', async () => {
    const owner = await service.aMember('owner');
    const person = await aPerson();
    const invited = await invite(owner, { email: person.email });
    service.issuer.userinfo.set(person.subject, { email: 'new@example.com', email_verified: true });
    expect(await statusAndCodeOf(accept(person, invited))).toEqual([404, 'invitation_not_found']);
    service.issuer.userinfo.set(person.subject, { sub: 'else', email: person.email, email_verified: true });
    expect(await statusAndCodeOf(accept(person, invited))).toEqual([404, 'invitation_not_found']);
  });

  it('by account id can be accepted where the userinfo names the account otherwise than the token, as with Okta', async () => {
    const owner = await service.aMember('owner');
    const person = await aPerson();
    service.issuer.userinfo.set(person.subject, { sub: '00u1', email: person.email, email_verified: true });
    const invited = await invite(owner, { subject: person.subject });
    expect((await accept(person, invited)).status).toBe(200);
  });
});
