import { describe, expect, it } from '@jest/globals';
import type { MemberStore } from '../../../../shared/domain/roster.ts';
import {
  addMember,
  changeMemberRole,
  findMembership,
  leaveCompany,
  removeMember,
  type MembersContext,
} from '../../../../shared/use-cases/members/change-members.ts';
import { ana, issuer, NOW, openCompany, vic } from './open-company.ts';

describe('Members', () => {
  it('have the rights of their role until they are removed, and are logged', async () => {
    const { context, entries, find } = openCompany();
    const findRoster = () => Promise.reject(new Error('read'));
    expect(await findMembership({ ...context.members, findRoster }, ana)).toBeUndefined();
    const owner = { ...ana, email: 'ana@example.com', role: 'owner' } as const;
    await addMember(context, 'acme', owner);
    await addMember(context, 'acme', { ...vic, role: 'viewer' });
    expect(await find(ana)).toMatchObject({ companyId: 'acme', member: { ...owner, createdAt: NOW } });

    await changeMemberRole(context, 'acme', vic, 'viewer');
    await changeMemberRole(context, 'acme', vic, 'admin');
    expect((await find(vic))?.member.role).toBe('admin');
    await removeMember(context, 'acme', vic);
    expect(await find(vic)).toBeUndefined();

    expect(entries('acme')).toHaveLength(4);
    expect(entries('acme')).toEqual(
      expect.arrayContaining([
        ['members.add', { subject: 'ana' }, undefined, { role: 'owner', email: 'ana@example.com' }],
        ['members.add', { subject: 'vic' }, undefined, { role: 'viewer' }],
        ['members.change-role', { subject: 'vic' }, { role: 'viewer' }, { role: 'admin' }],
        ['members.remove', { subject: 'vic' }, { role: 'admin' }, undefined],
      ]),
    );
  });

  it('belong to one company at a time', async () => {
    const { context, find } = openCompany();
    await addMember(context, 'acme', { ...vic, role: 'viewer' });
    await expect(addMember(context, 'globex', { ...vic, role: 'owner' })).rejects.toMatchObject({
      code: 'member_of_another_company',
    });
    expect((await find(vic))?.companyId).toBe('acme');
  });

  it('can leave in any role, but not as the last owner', async () => {
    const { context, entries, find } = openCompany();
    await addMember(context, 'acme', { ...ana, role: 'owner' });
    await addMember(context, 'acme', { ...vic, role: 'viewer' });
    await leaveCompany(context, 'acme', vic);
    expect(await find(vic)).toBeUndefined();
    expect(entries('acme')).toContainEqual(['members.leave', { subject: 'vic' }, { role: 'viewer' }, undefined]);
    const lastOwner = { code: 'last_owner', details: { companyId: 'acme' } };
    await expect(leaveCompany(context, 'acme', ana)).rejects.toMatchObject(lastOwner);
  });
});

describe('Adding a member while others change the roster', () => {
  /** Calls `interrupt` before each of the first `writes` writes. */
  const interruptWrites = (context: MembersContext, interrupt: (write: number) => Promise<unknown>, writes = 1) => {
    let count = 0;
    const commit: MemberStore['commit'] = async (...change) => {
      count += 1;
      if (count <= writes) await interrupt(count);
      return context.members.commit(...change);
    };
    return { ...context, members: { ...context.members, commit } };
  };
  const addAnother = (context: MembersContext) => (write: number) =>
    addMember(context, 'acme', { issuer, subject: `m${write}`, role: 'viewer' });

  it('succeeds after up to nine such changes', async () => {
    const { context, find } = openCompany();
    await addMember(interruptWrites(context, addAnother(context), 9), 'acme', { ...vic, role: 'viewer' });
    expect(await find(vic)).toMatchObject({ companyId: 'acme' });
    expect((await context.members.findRoster('acme')).members).toHaveLength(10);
  });

  it('fails if there is such a change during every attempt', async () => {
    const { context, find } = openCompany();
    const busy = interruptWrites(context, addAnother(context), Infinity);
    const added = addMember(busy, 'acme', { ...vic, role: 'viewer' });
    await expect(added).rejects.toMatchObject({ code: 'members_changed', details: { companyId: 'acme' } });
    expect(await find(vic)).toBeUndefined();
  });
});
