import { describe, expect, it } from '@jest/globals';
import type { AdminEntry } from '../../../shared/domain/audit-entry.ts';
import { toAuditEvent, clientSilent, secretExpiringSoon, toCloudEvent } from '../../../shared/domain/service-event.ts';
import { documentedEventTypes, eventProblems } from '../../support/events-schema.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const DAY = 24 * 60 * 60_000;
const SOURCE = 'https://checkin.example.com';

const entry: AdminEntry = {
  kind: 'admin',
  companyId: 'acme',
  receivedAt: NOW,
  actor: { through: 'cli', id: 'arn:aws:sts::111122223333:assumed-role/Admin/jo@example.com' },
  action: 'users.update',
  target: { userId: 42, bookingId: 'desk-5@2026-11-21', subject: 'jo@example.com', clientId: undefined },
  reason: 'Jo asked for it',
  changed: ['email'],
  before: { email: 'jo@example.com' },
  after: { email: 'joan@example.com' },
};

describe('The event of an entry of the audit log', () => {
  it('says who did what to which target, but not the reason, the values or e-mail addresses', () => {
    const event = toAuditEvent(entry, 'acme#42', 'entry');
    expect(event).toEqual({
      type: 'audit.recorded',
      id: expect.stringMatching(/^[\w-]{22}$/),
      subject: `acme/audit/${event.id}`,
      time: NOW,
      data: {
        companyId: 'acme',
        action: 'users.update',
        actor: { through: 'cli', id: 'arn:aws:sts::111122223333:assumed-role/Admin/…' },
        target: { userId: 42, bookingId: 'desk-5@2026-11-21', subject: '…' },
        changed: ['email'],
      },
    });
    expect(eventProblems(toCloudEvent(event, SOURCE))).toEqual([]);
  });

  it('has a different id for each entry', () => {
    const ids = [
      ['acme#42', '1'],
      ['acme#42', '2'],
      ['acme#43', '1'],
    ].map((key) => toAuditEvent(entry, ...key).id);
    expect(new Set(ids).size).toBe(3);
    expect(toAuditEvent({ ...entry }, 'acme#42', '1').id).toBe(ids[0]);
  });

  it('has a subject without a company if the entry concerns the whole deployment', () => {
    const event = toAuditEvent({ ...entry, companyId: '', target: { kind: 'access' } }, '#', '1');
    expect(event.subject).toBe(`/audit/${event.id}`);
    expect(eventProblems(toCloudEvent(event, SOURCE))).toEqual([]);
  });
});

describe('The event of a silent client', () => {
  const client = { companyId: 'acme', clientId: 'ckc_1', lastSeenAt: NOW - DAY, silentAfterHours: 12 };

  it('has one id for each silence, however often housekeeping finds it', () => {
    const [found, again, later] = [
      clientSilent(client, NOW),
      clientSilent(client, NOW + 1),
      clientSilent({ ...client, lastSeenAt: NOW }, NOW + DAY),
    ];
    expect(found).toMatchObject({ subject: 'acme/clients/ckc_1', data: { lastSeenAt: '2026-11-20T08:00:00.000Z' } });
    expect(again.id).toBe(found.id);
    expect(later.id).not.toBe(found.id);
  });

  it.each([client, { ...client, lastSeenAt: undefined }])('follows the schema: %j', (silentClient) => {
    expect(eventProblems(toCloudEvent(clientSilent(silentClient, NOW), SOURCE))).toEqual([]);
  });
});

describe('The event of a secret that expires soon', () => {
  const secret = { companyId: 'acme', clientId: 'ckc_1', secretId: 's1', endsAt: NOW + 7 * DAY, withinDays: 7 };

  it('has the client to which the secret belongs as its subject', () => {
    expect(secretExpiringSoon(secret, NOW).subject).toBe('acme/clients/ckc_1');
  });

  it('has one id for each end date and warning threshold, however often housekeeping finds it', () => {
    const found = secretExpiringSoon(secret, NOW);
    expect(eventProblems(toCloudEvent(found, SOURCE))).toEqual([]);
    expect(secretExpiringSoon(secret, NOW + 1).id).toBe(found.id);
    expect(secretExpiringSoon({ ...secret, withinDays: 1 }, NOW).id).not.toBe(found.id);
    expect(secretExpiringSoon({ ...secret, endsAt: NOW + 8 * DAY }, NOW).id).not.toBe(found.id);
  });
});

describe('The id of an event', () => {
  const client = { companyId: 'acme', clientId: 'ckc_1', silentAfterHours: 12 };
  const secret = { companyId: 'acme', clientId: 'ckc_1', secretId: 's1', endsAt: NOW, withinDays: 7 };

  it.each([
    ['about an entry of the audit log', toAuditEvent(entry, 'acme#42', '1'), 'gTL3JJX6rFD5Cuue3mJrrB'],
    ['about a silent client', clientSilent(client, NOW), 'X1LdzI6NpZRIDlzgrD9Qc3'],
    ['about a secret that expires', secretExpiringSoon(secret, NOW), '_oLJiIwJIAnKzSKVazn5iO'],
  ])('%s is the same in every release, because consumers recognise a repeated event by it', (_, { id }, expected) => {
    expect(id).toBe(expected);
  });
});

describe('docs/events.schema.json', () => {
  it('describes every type of event, and allows no other types or members', () => {
    expect(documentedEventTypes).toEqual([
      'checkin.performed',
      'checkin.undone',
      'booking.cancelled',
      'audit.recorded',
      'client.silent',
      'secret.expires',
    ]);
    const detail = toCloudEvent(toAuditEvent(entry, 'key'), SOURCE);
    expect(eventProblems({ ...detail, other: 1 })).not.toEqual([]);
    expect(eventProblems({ ...detail, data: { ...detail.data, reason: 'x' } })).not.toEqual([]);
    expect(eventProblems({ ...detail, type: 'audit.removed' })).not.toEqual([]);
  });
});
