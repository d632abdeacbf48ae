import { describe, expect, it } from '@jest/globals';
import { createApiClient } from '../../../../shared/domain/api-client.ts';
import type { LogEntry } from '../../../../shared/domain/logs.ts';
import { defined } from '../../../../shared/rules/plain-values.ts';
import { viewLogEntry } from '../../../../shared/use-cases/log/list-log.ts';
import { nameEntries } from '../../../../shared/use-cases/log/name-entries.ts';
import { aCheckinEntry, anAuditEntry } from '../../../support/log-entries.ts';
import { makeInMemoryApiClients } from '../../../support/stores-in-memory.ts';

const clients = [
  ['gate', 'Gate 1', 'acme'],
  ['hr', 'HR', 'acme'],
  ['other', 'Secret gate', 'globex'],
] as const;
const registry = makeInMemoryApiClients(
  clients.map(([clientId, name, companyId]) => createApiClient({ companyId, name, clientId }, 0).client),
);
const member = { issuer: 'https://issuer.example', role: 'owner', createdAt: 0 } as const;
const roster = {
  companyId: 'acme',
  revision: 1,
  members: [
    { ...member, subject: 'ana', email: 'ana@acme.example' },
    { ...member, subject: 'bea' },
  ],
  invitations: [],
};

const namesOf = async (entries: readonly LogEntry[], apiClients?: Pick<typeof registry, 'findAll'>) => {
  const named = await nameEntries({ roster, apiClients }, entries.map(viewLogEntry));
  return named.map(({ clientName, actorName, memberName, ...rest }, index) => {
    expect(rest).toStrictEqual(viewLogEntry(entries[index] as LogEntry));
    return defined({ clientName, actorName, memberName });
  });
};

const ana = { through: 'console', id: 'ana' } as const;
const sync = { through: 'sync', id: 'hr' } as const;
const memberName = 'ana@acme.example';
const email = 'eve@acme.example';

describe('An entry of the log', () => {
  it.each<[string, LogEntry, object]>([
    ['the name of the client that checked somebody in', aCheckinEntry(), { clientName: 'Gate 1' }],
    ['no name of another company’s client', aCheckinEntry({ clientId: 'other' }), {}],
    ['no name of a deleted client', aCheckinEntry({ clientId: 'gone' }), {}],
    [
      'the name of the client that it is about, and the address of the member that acted',
      anAuditEntry({ actor: ana }),
      { clientName: 'Gate 1', actorName: 'ana@acme.example' },
    ],
    [
      'the name of the client that acted',
      anAuditEntry({ actor: sync, target: { importId: 'i' } }),
      { actorName: 'HR' },
    ],
    ['no name of an operator', anAuditEntry({ actor: { through: 'cli', id: 'hr' }, target: {} }), {}],
    ['the address of the member that it is about', anAuditEntry({ target: { subject: 'ana' } }), { memberName }],
    ['no address of a member who has none', anAuditEntry({ target: { subject: 'bea' } }), {}],
    [
      'the address of a former member',
      anAuditEntry({ target: { subject: 'eve' }, before: { email } }),
      { memberName: email },
    ],
    [
      'the address of an invited person',
      anAuditEntry({ target: { invitationId: 'i' }, before: {}, after: { email } }),
      { memberName: email },
    ],
    ['no address of a user', anAuditEntry({ target: { userId: 1 }, after: { email } }), {}],
  ])('has %s', async (_, entry, names) => {
    expect(await namesOf([entry], registry)).toEqual([names]);
  });

  it('has no name of a client for a reader who may not see clients', async () => {
    const entries = [aCheckinEntry(), anAuditEntry({ actor: ana })];
    expect(await namesOf(entries)).toEqual([{}, { actorName: 'ana@acme.example' }]);
  });
});

it('The names in several entries take one read', async () => {
  const reads: (readonly string[])[] = [];
  const findAll: typeof registry.findAll = (ids) => {
    reads.push(ids);
    return registry.findAll(ids);
  };
  await namesOf([aCheckinEntry(), anAuditEntry({ actor: sync }), anAuditEntry({ actor: ana })], { findAll });
  expect(reads).toEqual([['gate', 'hr']]);
});
