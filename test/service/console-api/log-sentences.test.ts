import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  changesOf,
  reasonOf,
  sentenceOf,
  targetsOf,
  type Words,
} from '../../../lib/console/browser/pages/log/describe-entry.ts';
import { csvHeadings, toCells } from '../../../lib/console/browser/pages/log/log-csv.ts';
import type { AuditLogEntry } from '../../../shared/console-api/log.ts';
import { companyActions, deploymentActions, type CompanyAction } from '../../../shared/rules/audit-actions.ts';
import { formatText } from '../../../shared/rules/format-text.ts';
import { languageTags, type LanguageTag } from '../../../shared/rules/languages.ts';
import { csv, type ConsoleCaller } from '../../support/console-service.ts';
import { auditedRoutes, prepareChange } from './route-changes.ts';
import { useConsoleService } from '../../support/use-console.ts';

const wordsIn = (tag: LanguageTag): Words => {
  const { common, log } = JSON.parse(readFileSync(`lib/console/browser/locales/${tag}.json`, 'utf8')) as {
    readonly common: object;
    readonly log: object;
  };
  const format = (text: Parameters<typeof formatText>[1], values: Parameters<typeof formatText>[2]) =>
    formatText(tag, text, values);
  return {
    t: { ...common, ...log, format } as Words['t'],
    language: tag,
    formatNumber: String,
    formatMoment: (value) => value.slice(0, 16),
  };
};

const service = useConsoleService();
const entries = new Map<CompanyAction, AuditLogEntry[]>();
const logged = (action: CompanyAction): readonly AuditLogEntry[] => entries.get(action) ?? [];

const readLog = async (companyId: string): Promise<readonly AuditLogEntry[]> => {
  const auditor = await service.aMember('auditor', companyId);
  const { body } = await auditor.call('listLog', { query: { kind: 'admin', limit: 100 } });
  return body.items as AuditLogEntry[];
};

/** Makes the changes that `prepareChange` does not make: those of each member, and those by other tools. */
const actOnEverything = async (owner: ConsoleCaller): Promise<void> => {
  const { companyId } = owner;
  const { users, book, log } = service.stores;
  await users.save({ companyId, id: 7, name: 'João Pereira', uid: 'B70025', email: 'joao@example.com' });
  const params = { userId: 7 };
  const body = { uids: ['B70025', 'B99998'], name: 'João P.', email: 'jp@example.com', language: 'pt-BR' };
  await owner.call('updateUser', { params, headers: { 'If-Match': '*' }, body });
  await owner.call('importUsers', csv('id,uids\n7,B1\n', { fileName: 'staff.csv' }));
  const created = await owner.call('createClient', {
    body: { name: 'Gate 1', allowedIps: ['192.0.2.0/24'], silentAfterHours: 24, expiresInDays: 30 },
  });
  const { clientId } = created.body.client as { clientId: string };
  const updates = [
    { name: 'North gate' },
    { enabled: false },
    { enabled: true },
    { scopes: ['checkin', 'sync'] },
    { allowedIps: null, silentAfterHours: 48 },
  ];
  for (const update of updates)
    await owner.call('updateClient', { params: { clientId }, headers: { 'If-Match': '*' }, body: update });
  const by = { through: 'sync', id: clientId } as const;
  const common = { kind: 'admin', companyId, receivedAt: Date.now(), actor: by } as const;
  for (const action of ['users.sync', 'bookings.sync'] as const) {
    const entry = { ...common, action, target: { importId: `sync of ${action}` } };
    await log.beginImport(entry, { part: 0 });
  }
  await log.recordAuditEntry({
    ...common,
    actor: { through: 'cli', id: 'olive' },
    action: 'members.add',
    target: { subject: 'ana' },
    after: { role: 'owner', email: 'ana@example.com' },
  });
  await book({ companyId, userId: 7 }, { bookingId: 'b-1' });
  await owner.call('checkIn', { body: { userId: 7, bookingIds: ['b-1'], reasonCode: 'badge_forgotten' } });
  const { body: invitation } = await owner.call('inviteMember', {
    body: { email: 'bob@example.com', role: 'auditor' },
  });
  await owner.call('resendInvitation', { params: { invitationId: invitation.id } });
};

beforeAll(async () => {
  const owner = await service.aMember('owner');
  await actOnEverything(owner);
  const companyIds = [owner.companyId];
  for (const id of auditedRoutes) {
    const { caller, request, companyId } = await prepareChange(service, id);
    const { status } = await caller.call(id, request);
    if (status >= 300) throw new Error(`${id} responded with ${status}`);
    companyIds.push(companyId);
  }
  for (const companyId of companyIds)
    for (const entry of await readLog(companyId)) {
      const action = entry.action as CompanyAction;
      entries.set(action, [...logged(action), entry]);
    }
});

/** What a sentence must not have: a placeholder, an unknown value, an empty part, or punctuation where a part is missing. */
const HOLE = /[{}]|undefined|null|NaN|\[object|: *$|: *;|\( *\)| {2}|→ *$|→ *;|^ | $|— /;

const actions = Object.keys(companyActions) as CompanyAction[];

/** The names of those whom an entry is about; the id of a person without a name. */
const namesOf = ({ target, userName, clientName, memberName }: AuditLogEntry): string[] => {
  const { userId } = target;
  const names = userId === undefined ? [clientName, memberName] : [userName ?? String(userId)];
  return names.filter((name) => name !== undefined);
};

describe.each(languageTags)('In the language %s', (tag) => {
  const words = wordsIn(tag);

  it.each(actions)('%s is a whole sentence with the names of those whom it is about', (action) => {
    expect(logged(action).length).toBeGreaterThan(0);
    for (const entry of logged(action)) {
      const sentence = sentenceOf(entry, words);
      expect(sentence).not.toMatch(HOLE);
      for (const name of namesOf(entry)) expect(sentence).toContain(name);
    }
  });

  it.each(actions)('%s is about something that has a label', (action) => {
    for (const entry of logged(action)) {
      const targets = targetsOf(entry, words);
      expect(targets.map(({ part, id }) => id ?? part.text)).toEqual(
        Object.values(entry.target).map((id) => expect.stringContaining(String(id))),
      );
      for (const { label, part } of targets) {
        expect(Object.keys(entry.target)).not.toContain(label);
        expect(part.text).toMatch(/\S/);
      }
    }
  });

  it('no change is without its values before and after', () => {
    const changes = [...entries.values()].flat().flatMap((entry) => changesOf(entry, words));
    expect(changes.length).toBeGreaterThan(30);
    for (const { name, before, after } of changes)
      for (const text of [name, before, after]) {
        expect(text).toMatch(/\S/);
        expect(text).not.toMatch(HOLE);
      }
  });

  it('the CSV file has a heading for every cell, and the request id of every entry', () => {
    const headings = csvHeadings(words.t, 'UTC');
    expect(new Set(headings).size).toBe(headings.length);
    for (const entry of [...entries.values()].flat()) {
      const cells = toCells(entry, words, 'UTC');
      expect(cells).toHaveLength(headings.length);
      expect(cells).toEqual(expect.arrayContaining([sentenceOf(entry, words), entry.requestId]));
    }
  });
});

describe('An auditor reads', () => {
  const { t, ...rest } = wordsIn('en');
  const find = (action: CompanyAction, text: string): string => {
    const sentences = logged(action).map((entry) => sentenceOf(entry, { t, ...rest }));
    return sentences.find((sentence) => sentence.includes(text)) ?? sentences.join('\n');
  };

  it.each<[CompanyAction, string, RegExp]>([
    [
      'users.update',
      'B99998',
      /^.+ changed João P\.: name João Pereira → João P\.; e-mail address joao@example\.com → jp@example\.com; badges B70025 → B70025, B99998; language none → Brazilian Portuguese$/,
    ],
    ['members.invite', 'bob@example.com', /^.+ invited bob@example\.com as Auditor$/],
    ['users.import', 'staff.csv', /^.+ imported users from staff\.csv: 1 written$/],
    [
      'clients.change-limits',
      'North gate',
      /^.+ changed the limits of North gate: allowed networks 192\.0\.2\.0\/24 → none; silent after 24 hours → 48 hours$/,
    ],
    [
      'clients.change-scopes',
      'North gate',
      /^.+ changed North gate: permissions check people in → check people in and send users and bookings$/,
    ],
    ['clients.rename', 'Gate 1', /^.+ renamed an API client: name Gate 1 → North gate$/],
    ['users.sync', 'North gate', /^North gate synchronised users: nothing changed and not finished$/],
    ['members.add', 'ana@example.com', /^olive added ana@example\.com as Owner$/],
  ])('%s: %s', (action, text, sentence) => {
    expect(find(action, text)).toMatch(sentence);
  });
});

/** Changes something about a user in a new company. @returns the entry of this change */
const entryOf = async (action: CompanyAction, change: (owner: ConsoleCaller) => Promise<unknown>) => {
  const owner = await service.aMember('owner');
  const { companyId } = owner;
  await service.stores.users.save({ companyId, id: 7, name: 'Ada' });
  await service.stores.book({ companyId, userId: 7 }, { bookingId: 'b-1' });
  await change(owner);
  return (await readLog(companyId)).find((entry) => entry.action === action) as AuditLogEntry;
};

// Each is a well-formed tag (BCP 47), which everybody who writes users may send.
it.each(['x-klingon', 'zh-cmn-hans', 'en-u-ca-buddhist', 'abcd'])(
  'The log is readable after a change to the language %s, which Intl cannot name',
  async (language) => {
    const entry = await entryOf('users.update', (owner) =>
      owner.call('updateUser', { params: { userId: 7 }, headers: { 'If-Match': '*' }, body: { language } }),
    );
    const words = wordsIn('en');
    expect(sentenceOf(entry, words)).toContain(`language none → ${language}`);
    expect(toCells(entry, words, 'UTC')).toContain(`language: ${language}`);
  },
);

it.each(['constructor', 'toString', '__proto__', 'mistake of mine'])(
  'The log shows the reason "%s" as it was typed',
  async (reason) => {
    const entry = await entryOf('checkins.add', (owner) =>
      owner.call('checkIn', { body: { userId: 7, bookingIds: ['b-1'], reason } }),
    );
    expect(reasonOf(entry, wordsIn('en'))).toBe(reason);
  },
);

it('Whom an import or sync request has created is known, with their badges, until they are removed', async () => {
  const [admin, auditor] = await Promise.all(
    ['admin', 'auditor'].map((role) => service.aMember(role as 'admin', 'acme-new')),
  );
  if (!admin || !auditor) throw new Error('no members');
  const importId = '0190a1b2-3c4d-4e5f-8a6b-7c8d9e0f1a2c';
  const newUsers = async (query = {}) => {
    const { body } = await auditor.call('listNewUsers', { query: { import: importId, ...query } });
    return body as { readonly items: readonly { readonly id: number }[]; readonly next?: string };
  };
  await admin.call(
    'importUsers',
    csv('id,name,uids\n1,Ada,B1\n', { importId: '0190a1b2-3c4d-4e5f-8a6b-7c8d9e0f1a2d' }),
  );
  await admin.call('importUsers', csv('id,name,uids\n1,Ada,B1;B9\n2,Bea,B2\nx,Cy,B3\n', { importId }));
  expect(await newUsers()).toEqual({ items: [{ id: 2, name: 'Bea', uids: ['B2'] }] });
  await admin.call('removeUser', { params: { userId: 2 } });
  expect(await newUsers()).toEqual({ items: [{ id: 2, uids: [] }] });
  const many = Array.from({ length: 120 }, (_, index) => `${index + 100},C${index}`);
  await admin.call('importUsers', csv(`id,uids\n${many.join('\n')}\n`, { importId, firstLine: 5 }));
  const pages = [];
  for (let next: string | undefined = ''; next !== undefined;) {
    const page = await newUsers(next === '' ? {} : { next });
    pages.push(page.items.map(({ id }) => id));
    next = page.next;
  }
  expect(pages.flat().toSorted((one, other) => one - other)).toEqual([2, ...many.map((_, index) => index + 100)]);
  expect(pages.map(({ length }) => length)).toEqual([1, 100, 20]);
  const other = await service.aMember('owner');
  expect((await other.call('listNewUsers', { query: { import: importId } })).body).toEqual({ items: [] });
});

it('Entries about a member or an invited person are found by the digest of their address, also after they are gone', async () => {
  const owner = await service.aMember('owner', 'acme-guests');
  const { body: invitation } = await owner.call('inviteMember', { body: { email: 'Bob@example.com', role: 'viewer' } });
  await owner.call('inviteMember', { body: { email: 'eve@example.com', role: 'viewer' } });
  for (let count = 0; count < 60; count += 1) await owner.call('createClient', { body: { name: `Gate ${count}` } });
  await owner.call('withdrawInvitation', { params: { invitationId: invitation.id as string } });
  const find = async (caller: ConsoleCaller, email: string) => {
    const { body } = await caller.call('listLog', { query: { member: hash('sha256', email), limit: 2 } });
    return (body.items as AuditLogEntry[]).map(({ action }) => action);
  };
  const auditor = await service.aMember('auditor', 'acme-guests');
  expect(await find(auditor, 'bob@example.com')).toEqual(['members.withdraw-invitation', 'members.invite']);
  expect(await find(auditor, 'mallory@example.com')).toEqual([]);
  expect(await find(await service.aMember('reception', 'acme-guests'), 'bob@example.com')).toEqual([]);
});

it('A result or action that no entry can have is rejected with the names of those that there are', async () => {
  const auditor = await service.aMember('auditor');
  const { status, body } = await auditor.call('listLog', { query: { result: 'clients.rotated' } });
  expect([status, body.code]).toEqual([400, 'invalid_field']);
  const text = JSON.stringify(body.errors);
  for (const name of ['nothing_open', 'dependency_unavailable', ...actions]) expect(text).toContain(name);
});

it('The log is compressed on its way', async () => {
  const owner = await service.aMember('owner');
  for (let count = 0; count < 5; count += 1) await owner.call('createClient', { body: { name: 'Gate' } });
  const compressed = await owner.call('listLog', { headers: { 'Accept-Encoding': 'gzip' } });
  const plain = await owner.call('listLog', { headers: { 'Accept-Encoding': 'identity' } });
  expect(compressed.headers.get('content-encoding')).toBe('gzip');
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(compressed.body).toEqual(plain.body);
});

it('docs/events.md lists every action, and what it is about', () => {
  const text = readFileSync('docs/events.md', 'utf8');
  const documented = [...text.matchAll(/^- (?<ids>[^:\n]*): (?<actions>`.*`)$/gm)].flatMap(({ groups }) =>
    (groups?.['actions'] ?? '').split(', ').map((action) => [action, groups?.['ids']] as const),
  );
  const rowsOf = (table: Readonly<Record<string, { readonly about: readonly string[] }>>, note: string) =>
    Object.entries(table).map(([action, { about }]): [string, string] => {
      const ids = about.map((id) => `\`${id}\``).join(', ');
      return [`\`${action}\``, (ids || 'no ids') + note];
    });
  const rows = [...rowsOf(companyActions, ''), ...rowsOf(deploymentActions, ', and an empty `companyId`')];
  expect(new Map(documented)).toEqual(new Map(rows));
});
