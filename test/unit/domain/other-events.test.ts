import { describe, expect, it } from '@jest/globals';
import type { AuditEntry } from '../../../shared/domain/audit-entry.ts';
import { createApiClient } from '../../../shared/domain/api-client.ts';
import { toAuditEvent, toCloudEvent, toNoticeEvent, type ServiceEvent } from '../../../shared/domain/service-event.ts';
import { documentedEventTypes, eventProblems } from '../../support/events-schema.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const DAY = 24 * 60 * 60_000;
const SOURCE = 'https://checkin.example.com';

const entry: AuditEntry = {
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

const { client } = createApiClient({ companyId: 'acme', name: 'Gate', clientId: 'ckc_1' }, NOW);
const silenceEvent = (lastSeenAt?: number, now = NOW) =>
  toNoticeEvent(
    { kind: 'silent', client: { ...client, ...(lastSeenAt && { lastSeenAt }) }, silentAfterHours: 12 },
    now,
  );
const endEvent = (changes: object = {}, now = NOW) =>
  toNoticeEvent({ kind: 'secret-ends', client, secretId: 's1', endsAt: NOW, withinDays: 7, ...changes }, now);

describe('The event of a notice about a client', () => {
  it('has one id for each silence, however often housekeeping finds it', () => {
    const found = silenceEvent(NOW - DAY);
    expect(found).toMatchObject({
      subject: 'acme/clients/ckc_1',
      time: NOW,
      data: { lastSeenAt: '2026-11-20T08:00:00.000Z', silentAfterHours: 12 },
    });
    expect(silenceEvent(NOW - DAY, NOW + 1)?.id).toBe(found?.id);
    expect(silenceEvent(NOW, NOW + DAY)?.id).not.toBe(found?.id);
    const watchedAgain = { ...client, lastSeenAt: NOW - DAY, watchedSince: NOW - DAY + 1 };
    const again = toNoticeEvent({ kind: 'silent', client: watchedAgain, silentAfterHours: 12 }, NOW);
    expect(again?.id).not.toBe(found?.id);
  });

  it('has one id for each end of a secret and warning threshold, however often housekeeping finds it', () => {
    const found = endEvent();
    expect(found).toMatchObject({ subject: 'acme/clients/ckc_1', data: { secretId: 's1', withinDays: 7 } });
    expect(endEvent({}, NOW + 1)?.id).toBe(found?.id);
    expect(endEvent({ withinDays: 1 })?.id).not.toBe(found?.id);
    expect(endEvent({ endsAt: NOW + DAY })?.id).not.toBe(found?.id);
  });

  it.each([silenceEvent(), silenceEvent(NOW), endEvent()])('follows the schema: %j', (event) => {
    expect(eventProblems(toCloudEvent(event as ServiceEvent, SOURCE))).toEqual([]);
  });

  it('is not made when the client is back', () => {
    expect(toNoticeEvent({ kind: 'back', client }, NOW)).toBeUndefined();
  });
});

it.each([
  ['about an entry of the audit log', toAuditEvent(entry, 'acme#42', '1'), 'gTL3JJX6rFD5Cuue3mJrrB'],
  ['about a silent client', silenceEvent(), 'X1LdzI6NpZRIDlzgrD9Qc3'],
  ['about a secret that expires', endEvent(), '_oLJiIwJIAnKzSKVazn5iO'],
])(
  'The id of an event %s is the same in every release, because consumers recognise a repeated event by it',
  (_, event, expected) => {
    expect(event?.id).toBe(expected);
  },
);

it('docs/events.schema.json describes every type of event, and allows no other types or members', () => {
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
