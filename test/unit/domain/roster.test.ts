import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  addToRoster,
  changeBetween,
  changeRoleInRoster,
  inviteToRoster,
  removeFromRoster,
  renewInvitation,
  withdrawInvitation,
  type Invitation,
  type Invitee,
  type Member,
  type Roster,
} from '../../../shared/domain/roster.ts';
import { INVITATION_DAYS, MAX_INVITATIONS, MAX_MEMBERS, roles } from '../../../shared/rules/roles.ts';

const issuer = 'https://issuer.example';
const DAY = 24 * 60 * 60_000;
const NOW = 1_800_000_000_000;
const aMember = (subject: string, role: Member['role']): Member => ({ issuer, subject, role, createdAt: 0 });
const aRoster = (...members: Member[]): Roster => ({ companyId: 'acme', revision: 1, members, invitations: [] });
const identity = (subject: string) => ({ issuer, subject });
const anInvitation = (id: string, invitee: Invitee, changes: Partial<Invitation> = {}): Invitation => ({
  id,
  issuer,
  invitee,
  role: 'viewer',
  invitedBy: { through: 'console', id: 'ana' },
  endsAt: NOW + INVITATION_DAYS * DAY,
  ...changes,
});
const invite = (roster: Roster, invitation: Invitation) => inviteToRoster(roster, invitation, NOW);
const withCode = (code: string, details?: object) =>
  expect.objectContaining({ code, ...(details && { details: expect.objectContaining(details) }) });

describe('A roster', () => {
  const roster = aRoster(aMember('ana', 'owner'), aMember('vic', 'viewer'));

  it('has a maximum number of members', () => {
    const full = aRoster(...Array.from({ length: MAX_MEMBERS }, (_, index) => aMember(`member-${index}`, 'owner')));
    expect(() => addToRoster(full, aMember('one more', 'viewer'))).toThrow(
      withCode('too_many_members', { companyId: 'acme', max: MAX_MEMBERS }),
    );
  });

  it('has each member once', () => {
    const exists = withCode('member_exists', { subject: 'vic' });
    expect(() => addToRoster(roster, aMember('vic', 'owner'))).toThrow(exists);
  });

  it('does not change if a member is given their current role', () => {
    expect(changeRoleInRoster(roster, identity('vic'), 'viewer')).toBe(roster);
  });

  it('identifies members by both issuer and subject', () => {
    const stranger = { issuer: 'https://another.example', subject: 'vic' };
    const notFound = withCode('member_not_found', { subject: 'vic' });
    expect(() => changeRoleInRoster(roster, stranger, 'admin')).toThrow(notFound);
    expect(() => removeFromRoster(roster, stranger)).toThrow(notFound);
  });

  it('that has an owner still has one after any changes', () => {
    const subjects = fc.constantFrom('a', 'b', 'c', 'd');
    const kinds = fc.constantFrom('remove', 'change', 'add');
    const changes = fc.record({ kind: kinds, subject: subjects, role: fc.constantFrom(...roles) });
    const apply = (
      before: Roster,
      { kind, subject, role }: { kind: string; subject: string; role: Member['role'] },
    ) => {
      try {
        if (kind === 'add') return addToRoster(before, aMember(subject, role));
        return kind === 'remove'
          ? removeFromRoster(before, identity(subject))
          : changeRoleInRoster(before, identity(subject), role);
      } catch {
        return before;
      }
    };
    fc.assert(
      fc.property(fc.array(changes, { maxLength: 40 }), (sequence) => {
        const final = sequence.reduce(apply, aRoster(aMember('a', 'owner')));
        expect(final.members.map(({ role }) => role)).toContain('owner');
      }),
    );
  });
});

describe('An invitation', () => {
  const roster = aRoster(aMember('ana', 'owner'), { ...aMember('vic', 'viewer'), email: 'vic@acme.example' });
  const nora = anInvitation('1', { email: 'nora@acme.example' }, { role: 'admin' });
  const ben = anInvitation('2', { subject: 'ben' });

  it('replaces an earlier invitation to the same e-mail address, unless it has another issuer or is to a subject', () => {
    const second = anInvitation('2', { email: 'nora@acme.example' });
    const lookalike = anInvitation('3', { subject: 'nora@acme.example' });
    const elsewhere = anInvitation('4', { email: 'nora@acme.example' }, { issuer: 'https://another.example' });
    const invitations = [second, lookalike, elsewhere];
    expect([nora, ...invitations].reduce(invite, roster).invitations).toEqual(invitations);
  });

  it('is rejected if the invitee is already a member', () => {
    const exists = withCode('member_exists');
    expect(() => invite(roster, anInvitation('1', { email: 'vic@acme.example' }))).toThrow(exists);
    expect(() => invite(roster, anInvitation('1', { subject: 'vic' }))).toThrow(exists);
    const elsewhere = anInvitation('1', { subject: 'vic' }, { issuer: 'https://another.example' });
    expect(invite(roster, elsewhere).invitations).toEqual([elsewhere]);
  });

  it.each([
    ['is removed', (before: Roster) => removeFromRoster(before, identity('ana'))],
    ['is no longer an owner', (before: Roster) => changeRoleInRoster(before, identity('ana'), 'admin')],
  ])('is withdrawn when the owner who sent it %s', (_, change) => {
    const owners = addToRoster(roster, aMember('ben', 'owner'));
    const byBen = anInvitation('2', { subject: 'x' }, { invitedBy: { through: 'console', id: 'ben' } });
    const byOperator = anInvitation('3', { subject: 'y' }, { invitedBy: { through: 'cli', id: 'ana' } });
    const byNamesake = anInvitation('4', { subject: 'z' }, { issuer: 'https://other.example' });
    const before = [nora, byBen, byOperator, byNamesake].reduce(invite, owners);
    expect(change(before).invitations).toEqual([byBen, byOperator, byNamesake]);
  });

  it.each([
    ['resent', renewInvitation, [nora, { ...ben, endsAt: ben.endsAt + DAY }]],
    ['withdrawn', withdrawInvitation, [nora]],
  ] as const)('can be %s without changing the other invitations', (_, change, invitations) => {
    expect(change([nora, ben].reduce(invite, roster), '2', NOW + DAY).invitations).toEqual(invitations);
  });

  it('that has ended stays in the roster while there is room, so that it can be sent again', () => {
    expect(inviteToRoster(invite(roster, ben), nora, ben.endsAt).invitations).toEqual([ben, nora]);
  });

  it('is rejected once the maximum number of invitations is open; ended ones do not count', () => {
    const openInvitations = Array.from({ length: MAX_INVITATIONS }, (_, index) =>
      anInvitation(`${index}`, { subject: `s${index}` }),
    );
    const full = openInvitations.reduce(invite, roster);
    const tooMany = withCode('too_many_invitations', { companyId: 'acme', max: MAX_INVITATIONS });
    expect(() => invite(full, nora)).toThrow(tooMany);
    const later = NOW + INVITATION_DAYS * DAY;
    expect(inviteToRoster(full, nora, later).invitations).toEqual([nora]);
  });
});

describe('The difference between two rosters', () => {
  const before = invite(
    aRoster(aMember('ana', 'owner'), aMember('vic', 'viewer')),
    anInvitation('1', { subject: 'nora' }),
  );

  it('is empty if only a role or the end date of an invitation changes', () => {
    const after = renewInvitation(changeRoleInRoster(before, identity('vic'), 'admin'), '1', NOW + 1);
    expect(changeBetween(before, after)).toEqual({ joined: [], left: [], invited: [], uninvited: [] });
  });
});
