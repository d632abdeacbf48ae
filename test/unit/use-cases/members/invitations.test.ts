import { describe, expect, it } from '@jest/globals';
import type { RouteContext } from '../../../../functions/admin/route-context.ts';
import { inviteMember, resendInvitation as resendRoute } from '../../../../functions/admin/routes/members.ts';
import type { MemberStore } from '../../../../shared/domain/roster.ts';
import {
  addMember,
  leaveCompany,
  removeMember,
  type MembersContext,
} from '../../../../shared/use-cases/members/change-members.ts';
import {
  acceptInvitation,
  invite,
  listOffers,
  nameOfInviter,
  resendInvitation,
  withdrawInvitation,
} from '../../../../shared/use-cases/members/invitations.ts';
import { INVITATION_DAYS } from '../../../../shared/rules/roles.ts';
import { ana, issuer, NOW, openCompany, vic } from './open-company.ts';

const WEEK = INVITATION_DAYS * 24 * 60 * 60_000;
const email = 'nora@example.com';
const nora = { issuer, subject: 'nora', verifiedEmail: email };
const unverified = { ...nora, verifiedEmail: undefined };

/** An invitation of Nora in the log. */
const invitation = { email, role: 'admin', endsAt: new Date(NOW + WEEK).toISOString() };

const atTime = (context: MembersContext, time: number): MembersContext => ({ ...context, now: () => time });

const inviteNora = (context: MembersContext, companyId = 'acme') =>
  invite(context, companyId, { issuer, invitee: { email }, role: 'admin' });

const setUp = async () => {
  const company = openCompany();
  await addMember(company.context, 'acme', { ...ana, email: 'ana@acme.example', role: 'owner' });
  const asAna: MembersContext = { ...company.context, actor: { through: 'console', id: 'ana' }, owner: ana };
  return { ...company, asAna };
};

describe('An invitation', () => {
  it('is mailed when it is made and when it is sent again', async () => {
    const { asAna } = await setUp();
    const mails: string[] = [];
    const sendInvitation = async (address: string) => void mails.push(address);
    const request = { companyId: 'acme', identity: ana, sendInvitation, params: {} };
    const context = { ...asAna, ...request } as unknown as RouteContext;
    const { id } = await inviteMember(context, { email, role: 'viewer' });
    await resendRoute({ ...context, params: { invitationId: id } }, {});
    expect(mails).toEqual([email, email]);
  });

  it('is shown to the person with the verified address, and makes that person a member when it is accepted', async () => {
    const { context, asAna, find, entries } = await setUp();
    const { id } = await inviteNora(asAna);
    expect(await find(nora)).toBeUndefined();

    const offers = await listOffers(context, nora);
    expect(offers).toMatchObject([{ id, companyId: 'acme', role: 'admin', endsAt: NOW + WEEK }]);
    expect(offers.map(nameOfInviter)).toEqual(['ana@acme.example']);

    const actor = { through: 'console', id: 'nora' } as const;
    const membership = await acceptInvitation({ ...context, actor }, nora, id);
    const member = { issuer, subject: 'nora', email, role: 'admin', createdAt: NOW };
    expect(membership).toMatchObject({ companyId: 'acme', member });
    expect(await find(nora)).toEqual(membership);
    expect(await listOffers(context, nora)).toEqual([]);
    expect(entries('acme')).toEqual(
      expect.arrayContaining([
        ['members.invite', { invitationId: id }, undefined, invitation],
        ['members.join', { subject: 'nora', invitationId: id }, undefined, { role: 'admin', email }],
      ]),
    );
  });

  it.each([
    ['an unverified address', unverified],
    ['another address', { ...nora, verifiedEmail: 'eve@example.com' }],
    ['an account of another issuer', { ...nora, issuer: 'https://another.example' }],
    ['a subject that looks like the address', { issuer, subject: email, verifiedEmail: undefined }],
  ])('is invisible to %s', async (_, account) => {
    const { context, asAna, find } = await setUp();
    const { id } = await inviteNora(asAna);
    expect(await listOffers(context, account)).toEqual([]);
    await expect(acceptInvitation(context, account, id)).rejects.toMatchObject({ code: 'invitation_not_found' });
    expect(await find(account)).toBeUndefined();
  });

  it('by an operator does not name a member as its inviter, even if the member has the operator’s id as subject', async () => {
    const { context } = await setUp();
    await inviteNora({ ...context, actor: { through: 'cli', id: 'ana' } });
    const [offer] = await listOffers(context, nora);
    expect(offer).not.toHaveProperty('inviter');
    expect(offer && nameOfInviter(offer)).toBe('operator');
  });

  it('can name the subject of an account instead of an address', async () => {
    const { context, asAna, find } = await setUp();
    const { id } = await invite(asAna, 'acme', { issuer, invitee: { subject: 'nora' }, role: 'viewer' });
    const targets: unknown[] = [];
    const findInvitingCompanies: MemberStore['findInvitingCompanies'] = (asked) => {
      targets.push(...asked);
      return context.members.findInvitingCompanies(asked);
    };
    const members = { ...context.members, findInvitingCompanies };
    expect(await listOffers({ ...context, members }, { ...unverified, subject: 'eve' })).toEqual([]);
    expect(targets).toEqual([{ issuer, invitee: { subject: 'eve' } }]);
    await acceptInvitation(context, unverified, id);
    const member = { issuer, subject: 'nora', role: 'viewer', createdAt: NOW };
    expect(await find(nora)).toMatchObject({ companyId: 'acme', member });
  });

  it('to a member of another company is made as usual, and can be accepted once the person has left that company', async () => {
    const { context, asAna, find } = await setUp();
    await addMember(context, 'globex', { ...ana, subject: 'gil', role: 'owner' });
    await addMember(context, 'globex', { issuer, subject: 'nora', role: 'viewer' });
    const { id } = await inviteNora(asAna);

    await expect(acceptInvitation(context, nora, id)).rejects.toMatchObject({
      code: 'member_of_another_company',
      details: { companyId: 'globex' },
    });
    expect(await find(nora)).toMatchObject({ companyId: 'globex' });
    await leaveCompany(context, 'globex', nora);
    await addMember(context, 'acme', { issuer, subject: 'nora', role: 'viewer' });
    await expect(acceptInvitation(context, nora, id)).rejects.toMatchObject({ code: 'member_exists' });
    await removeMember(context, 'acme', nora);
    await acceptInvitation(context, nora, id);
    expect(await find(nora)).toMatchObject({ companyId: 'acme' });
  });

  it('is accepted whatever other invitations the person has', async () => {
    const { context, asAna } = await setUp();
    await inviteNora(asAna);
    const { id } = await inviteNora(context, 'globex');
    expect(await acceptInvitation(context, nora, id)).toMatchObject({ companyId: 'globex' });
  });

  it('ends after 7 days, and is open for 7 more days after it is sent again', async () => {
    const { context, asAna, entries } = await setUp();
    const { id } = await inviteNora(asAna);
    expect(await listOffers(atTime(context, NOW + WEEK - 1), nora)).toHaveLength(1);
    const later = atTime(context, NOW + WEEK);
    expect(await listOffers(later, nora)).toEqual([]);
    await expect(acceptInvitation(later, nora, id)).rejects.toMatchObject({ code: 'invitation_not_found' });

    const renewed = await resendInvitation(atTime(asAna, NOW + WEEK), 'acme', id);
    expect(renewed.endsAt).toBe(NOW + 2 * WEEK);
    const renewal = { ...invitation, endsAt: new Date(NOW + 2 * WEEK).toISOString() };
    expect(entries('acme')).toContainEqual(['members.resend-invitation', { invitationId: id }, invitation, renewal]);
    expect(await listOffers(later, nora)).toHaveLength(1);
  });

  it('that is withdrawn, or whose inviter is removed, cannot be accepted', async () => {
    const { context, asAna, entries } = await setUp();
    const first = await inviteNora(asAna);
    await withdrawInvitation(asAna, 'acme', first.id);
    const target = { invitationId: first.id };
    expect(entries('acme')).toContainEqual(['members.withdraw-invitation', target, invitation, undefined]);
    const notFound = { code: 'invitation_not_found', details: { invitationId: first.id } };
    await expect(acceptInvitation(context, nora, first.id)).rejects.toMatchObject(notFound);
    await expect(withdrawInvitation(asAna, 'acme', first.id)).rejects.toMatchObject(notFound);

    await addMember(context, 'acme', { ...vic, role: 'owner' });
    const second = await inviteNora(asAna);
    await invite(context, 'acme', { issuer, invitee: { subject: 'eve' }, role: 'viewer' });
    await removeMember(context, 'acme', ana);
    const removal = { email: 'ana@acme.example', role: 'owner', invitations: [second.id] };
    expect(entries('acme')).toContainEqual(['members.remove', { subject: 'ana' }, removal, undefined]);
    await expect(acceptInvitation(context, nora, second.id)).rejects.toMatchObject({ code: 'invitation_not_found' });
    await expect(inviteNora(asAna)).rejects.toMatchObject({ code: 'forbidden', details: { roles: 'owner' } });
  });
});
