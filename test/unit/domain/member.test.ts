import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  addToRoster,
  changeRoleInRoster,
  removeFromRoster,
  type Member,
  type Roster,
} from '../../../shared/domain/member.ts';
import { MAX_MEMBERS, roles } from '../../../shared/rules/roles.ts';

const issuer = 'https://issuer.example';
const aMember = (subject: string, role: Member['role']): Member => ({ issuer, subject, role, createdAt: 0 });
const aRoster = (...members: Member[]): Roster => ({ companyId: 'acme', revision: 1, members });
const identity = (subject: string) => ({ issuer, subject });

describe('A roster', () => {
  const roster = aRoster(aMember('ana', 'owner'), aMember('vic', 'viewer'));

  it('gains a member', () => {
    expect(addToRoster(roster, aMember('gil', 'admin')).members.map(({ subject }) => subject)).toEqual([
      'ana',
      'vic',
      'gil',
    ]);
  });

  it('has each identity once, with one role', () => {
    expect(() => addToRoster(roster, aMember('vic', 'owner'))).toThrow(
      expect.objectContaining({ code: 'member_exists', details: { subject: 'vic' } }),
    );
  });

  it('has a maximum number of members', () => {
    const full = aRoster(...Array.from({ length: MAX_MEMBERS }, (_, index) => aMember(`member-${index}`, 'owner')));
    expect(() => addToRoster(full, aMember('one more', 'viewer'))).toThrow(
      expect.objectContaining({ code: 'too_many_members', details: { companyId: 'acme', most: MAX_MEMBERS } }),
    );
  });

  it('is unchanged if a member already has the role', () => {
    expect(changeRoleInRoster(roster, identity('vic'), 'viewer')).toBe(roster);
  });

  it('identifies members by issuer and subject', () => {
    const stranger = { issuer: 'https://another.example', subject: 'vic' };
    const notFound = expect.objectContaining({ code: 'member_not_found', details: { subject: 'vic' } });
    expect(() => changeRoleInRoster(roster, stranger, 'admin')).toThrow(notFound);
    expect(() => removeFromRoster(roster, stranger)).toThrow(notFound);
  });

  it('keeps its last owner', () => {
    const lastOwner = expect.objectContaining({ code: 'last_owner', details: { companyId: 'acme' } });
    expect(() => removeFromRoster(roster, identity('ana'))).toThrow(lastOwner);
    expect(() => changeRoleInRoster(roster, identity('ana'), 'admin')).toThrow(lastOwner);
  });

  it('that has had an owner keeps one, after any changes', () => {
    const subjects = fc.constantFrom('a', 'b', 'c', 'd');
    const changes = fc.oneof(
      fc.record({ kind: fc.constant('remove'), subject: subjects, role: fc.constantFrom(...roles) }),
      fc.record({ kind: fc.constant('change'), subject: subjects, role: fc.constantFrom(...roles) }),
      fc.record({ kind: fc.constant('add'), subject: subjects, role: fc.constantFrom(...roles) }),
    );
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
        let current = aRoster(aMember('a', 'owner'));
        for (const change of sequence) current = apply(current, change);
        expect(current.members.map(({ role }) => role)).toContain('owner');
      }),
    );
  });
});
