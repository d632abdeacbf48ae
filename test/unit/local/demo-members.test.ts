import { describe, expect, it } from '@jest/globals';
import { seedDemoMembers } from '../../../lib/local/demo/demo-members.ts';
import { makeAccountList, renderSignInPage } from '../../../lib/local/console/sign-in-page.ts';
import { addToRoster } from '../../../shared/domain/roster.ts';
import { openMembersInMemory } from '../../support/members-in-memory.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const issuer = 'http://127.0.0.1:3000/console/oidc';

describe('The demo members', () => {
  it('do not change at another start, nor do members who were added', async () => {
    const { members } = openMembersInMemory();
    await seedDemoMembers(members, issuer, NOW);
    const roster = await members.findRoster('demo');
    const eve = { issuer, subject: 'Eve', role: 'auditor', createdAt: NOW } as const;
    await members.commit(roster, addToRoster(roster, eve));
    const before = await members.findRoster('demo');
    await seedDemoMembers(members, issuer, NOW + 1);
    expect(await members.findRoster('demo')).toEqual(before);
  });

  it('move to the new issuer if the port changes', async () => {
    const { members } = openMembersInMemory();
    await seedDemoMembers(members, 'http://127.0.0.1:1/console/oidc', NOW);
    await seedDemoMembers(members, issuer, NOW);
    const { members: all } = await members.findRoster('demo');
    expect(all.map(({ subject }) => subject)).toEqual(['Ana', 'Vic', 'Rita']);
    for (const member of all) expect(member.issuer).toBe(issuer);
  });
});

it('The accounts of the sign-in page are the members of this issuer, and visitors who have not joined a company', async () => {
  const { members } = openMembersInMemory();
  await seedDemoMembers(members, issuer, NOW);
  const roster = await members.findRoster('globex');
  const otto = { issuer: 'https://login.example.com', subject: 'Otto', role: 'owner', createdAt: NOW } as const;
  await members.commit(roster, addToRoster(roster, otto));
  const accounts = await makeAccountList(members, issuer, [
    { subject: 'Nobody', membership: 'member of none' },
    { subject: 'Gil', membership: 'member of none' },
  ])();
  const page = renderSignInPage('/', [{ subject: '<b>', membership: '<i>' }]);
  expect(page.html).not.toMatch(/<b>|<i>/);
  expect(accounts).toEqual([
    { subject: 'Ana', membership: 'owner of demo', email: 'ana@demo.example' },
    { subject: 'Vic', membership: 'viewer of demo', email: 'vic@demo.example' },
    { subject: 'Rita', membership: 'reception of demo', email: 'rita@demo.example' },
    { subject: 'Gil', membership: 'admin of globex', email: 'gil@globex.example' },
    { subject: 'Nobody', membership: 'member of none' },
  ]);
});
