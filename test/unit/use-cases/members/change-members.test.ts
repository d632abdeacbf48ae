import { describe, expect, it } from '@jest/globals';
import type { MemberStore } from '../../../../shared/domain/member.ts';
import {
  addMember,
  changeMemberRole,
  removeMember,
  type MembersContext,
} from '../../../../shared/use-cases/members/change-members.ts';
import { findMembership } from '../../../../shared/use-cases/members/find-member.ts';
import { makeInMemoryActivityLog } from '../../../support/fakes/in-memory-activity-log.ts';
import { makeInMemoryMembers } from '../../../support/fakes/in-memory-members.ts';

const issuer = 'https://issuer.example';
const ana = { issuer, subject: 'ana' };
const vic = { issuer, subject: 'vic' };
const now = 1_800_000_000_000;

const setUp = () => {
  const activityLog = makeInMemoryActivityLog(undefined, () => now);
  const context: MembersContext = {
    members: makeInMemoryMembers(),
    adminLog: activityLog,
    actor: { through: 'cli', id: 'root' },
    now: () => now,
  };
  const actions = async (companyId: string) => {
    const { entries } = await activityLog.listByCompany(companyId, { from: 0 }, { limit: 100 });
    return entries.map((entry) => entry.kind === 'admin' && [entry.action, entry.target, entry.before, entry.after]);
  };
  return { context, actions, find: (identity: typeof ana) => findMembership(context.members, identity) };
};

describe('Members', () => {
  it('have the rights of their role as soon as they are added, and none when they are removed', async () => {
    const { context, find } = setUp();
    expect(await find(ana)).toBeUndefined();

    await addMember(context, 'acme', { ...ana, email: 'ana@example.com', role: 'owner' });
    await addMember(context, 'acme', { ...vic, role: 'viewer' });
    expect(await find(ana)).toEqual({
      companyId: 'acme',
      member: { ...ana, email: 'ana@example.com', role: 'owner', createdAt: now },
    });

    await changeMemberRole(context, 'acme', vic, 'admin');
    expect((await find(vic))?.member.role).toBe('admin');

    await removeMember(context, 'acme', vic);
    expect(await find(vic)).toBeUndefined();
  });

  it('appear in the log without their addresses', async () => {
    const { context, actions } = setUp();
    await addMember(context, 'acme', { ...ana, email: 'ana@example.com', role: 'owner' });
    await addMember(context, 'acme', { ...vic, role: 'viewer' });
    await changeMemberRole(context, 'acme', vic, 'viewer');
    await changeMemberRole(context, 'acme', vic, 'admin');
    await removeMember(context, 'acme', vic);

    expect((await actions('acme')).toReversed()).toEqual(
      expect.arrayContaining([
        ['members.add', { subject: 'ana' }, undefined, { role: 'owner' }],
        ['members.add', { subject: 'vic' }, undefined, { role: 'viewer' }],
        ['members.change-role', { subject: 'vic' }, { role: 'viewer' }, { role: 'admin' }],
        ['members.remove', { subject: 'vic' }, { role: 'admin' }, undefined],
      ]),
    );
    expect(await actions('acme')).toHaveLength(4);
  });

  it('belong to one company at a time', async () => {
    const { context, find } = setUp();
    await addMember(context, 'acme', { ...ana, role: 'owner' });
    await addMember(context, 'acme', { ...vic, role: 'viewer' });

    await expect(addMember(context, 'globex', { ...vic, role: 'owner' })).rejects.toMatchObject({
      code: 'member_of_another_company',
      details: { subject: 'vic' },
    });
    await expect(addMember(context, 'acme', { ...vic, role: 'owner' })).rejects.toMatchObject({
      code: 'member_exists',
    });
    expect((await find(vic))?.member.role).toBe('viewer');

    await removeMember(context, 'acme', vic);
    await addMember(context, 'globex', { ...vic, role: 'owner' });
    expect(await find(vic)).toMatchObject({ companyId: 'globex', member: { role: 'owner' } });
  });

  it('are changed once, with an entry in the log, if the SDK repeats a write after a lost response', async () => {
    const { context, actions, find } = setUp();
    await addMember(context, 'acme', { ...ana, role: 'owner' });
    const { members } = context;
    const repeating: MembersContext = {
      ...context,
      members: {
        ...members,
        replaceRoster: async (before, after) => {
          await members.replaceRoster(before, after);
          return members.replaceRoster(before, after);
        },
      },
    };
    await addMember(repeating, 'acme', { ...vic, role: 'viewer' });
    expect(await changeMemberRole(repeating, 'acme', vic, 'admin')).toMatchObject({ role: 'admin' });
    await removeMember(repeating, 'acme', vic);
    expect(await find(vic)).toBeUndefined();
    expect(await actions('acme')).toEqual(
      expect.arrayContaining([
        ['members.add', { subject: 'vic' }, undefined, { role: 'viewer' }],
        ['members.change-role', { subject: 'vic' }, { role: 'viewer' }, { role: 'admin' }],
        ['members.remove', { subject: 'vic' }, { role: 'admin' }, undefined],
      ]),
    );
    expect(await actions('acme')).toHaveLength(4);
    await expect(removeMember(repeating, 'acme', vic)).rejects.toMatchObject({ code: 'member_not_found' });
  });

  describe('that others change in between', () => {
    /** Calls `interrupt` before each of the first writes. */
    const interruptWrites = (context: MembersContext, interrupt: (write: number) => Promise<unknown>, writes = 1) => {
      let count = 0;
      const replaceRoster: MemberStore['replaceRoster'] = async (before, after) => {
        count += 1;
        if (count <= writes) await interrupt(count);
        return context.members.replaceRoster(before, after);
      };
      return { ...context, members: { ...context.members, replaceRoster } };
    };
    const addAnother = (context: MembersContext) => (write: number) =>
      addMember(context, 'acme', { issuer, subject: `m${write}`, role: 'viewer' });

    it('are added all the same, up to nine times', async () => {
      const { context, find } = setUp();
      await addMember(interruptWrites(context, addAnother(context), 9), 'acme', { ...vic, role: 'viewer' });
      expect(await find(vic)).toMatchObject({ companyId: 'acme' });
      expect((await context.members.findRoster('acme')).members).toHaveLength(10);
    });

    it('are refused if others change them each time', async () => {
      const { context, find } = setUp();
      const added = addMember(interruptWrites(context, addAnother(context), Infinity), 'acme', {
        ...vic,
        role: 'viewer',
      });
      await expect(added).rejects.toMatchObject({ code: 'members_changed', details: { companyId: 'acme' } });
      expect(await find(vic)).toBeUndefined();
    });

    it('get no new role if they were removed', async () => {
      const { context, actions } = setUp();
      await addMember(context, 'acme', { ...ana, role: 'owner' });
      await addMember(context, 'acme', { ...vic, role: 'viewer' });
      const changing = interruptWrites(context, () => removeMember(context, 'acme', vic));
      await expect(changeMemberRole(changing, 'acme', vic, 'admin')).rejects.toMatchObject({
        code: 'member_not_found',
      });
      expect(await actions('acme')).toHaveLength(3);
    });
  });

  it('with the role already are not written again', async () => {
    const { context } = setUp();
    await addMember(context, 'acme', { ...ana, role: 'owner' });
    const before = await context.members.findRoster('acme');
    expect(await changeMemberRole(context, 'acme', ana, 'owner')).toMatchObject({ role: 'owner' });
    expect(await context.members.findRoster('acme')).toEqual(before);
  });

  it('of no company cost one read', async () => {
    const findRoster = async () => Promise.reject(new Error('read'));
    expect(await findMembership({ ...makeInMemoryMembers(), findRoster }, ana)).toBeUndefined();
  });

  it.each(['change', 'remove'])('of another company cannot be reached: %s', async (what) => {
    const { context, find } = setUp();
    await addMember(context, 'acme', { ...ana, role: 'owner' });
    await addMember(context, 'acme', { ...vic, role: 'viewer' });
    const act =
      what === 'change' ? changeMemberRole(context, 'globex', vic, 'owner') : removeMember(context, 'globex', vic);

    await expect(act).rejects.toMatchObject({ code: 'member_not_found' });
    expect((await find(vic))?.member.role).toBe('viewer');
  });
});
