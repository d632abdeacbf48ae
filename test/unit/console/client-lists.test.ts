import { describe, expect, it } from '@jest/globals';
import {
  attentionKinds,
  needsAttention,
  sortClients,
} from '../../../lib/console/browser/pages/clients/client-lists.ts';
import type { ClientView } from '../../../shared/console-api/clients.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const at = (days: number): string => new Date(NOW + days * 24 * 60 * 60_000).toISOString();

const secret = (endsInDays?: number): ClientView['secrets'][number] => ({
  secretId: `s${endsInDays}`,
  last4: 'abcd',
  createdAt: at(-60),
  ...(endsInDays !== undefined && { endsAt: at(endsInDays) }),
});

const aClient = (changes: Partial<ClientView> = {}): ClientView => ({
  clientId: 'ckc_1',
  companyId: 'acme',
  name: 'Gate',
  enabled: true,
  scopes: ['checkin'],
  status: 'enabled',
  createdAt: at(-60),
  lastSeenAt: at(-1),
  secrets: [secret()],
  etag: '"1"',
  ...changes,
});

const kindsOf = (changes: Partial<ClientView>) =>
  attentionKinds.filter((kind) => needsAttention(aClient(changes), kind, NOW));

it.each<[string, string[], Partial<ClientView>]>([
  ['in use', [], {}],
  ['that was silent today', ['silent_lately'], { silences: [{ from: at(-1.2), until: at(-0.9) }] }],
  ['that was silent before', [], { silences: [{ from: at(-2), until: at(-1) }] }],
  [
    'silent, and its secret ends soon',
    ['silent', 'silent_lately', 'ends'],
    { silentSince: at(-1), secrets: [secret(29)] },
  ],
  ['whose secret ends later', [], { secrets: [secret(31)] }],
  ['rotated, so that only the old secret ends', ['two_secrets'], { secrets: [secret(1), secret()] }],
  ['rotated, both secrets of which end', ['ends', 'two_secrets'], { secrets: [secret(1), secret(29)] }],
  ['never seen', ['never'], { lastSeenAt: undefined }],
  ['disabled', [], { enabled: false, silentSince: at(-1), lastSeenAt: undefined, secrets: [secret(1)] }],
])('A client needs attention %s: %j', (_, kinds, changes) => {
  expect(kindsOf(changes)).toEqual(kinds);
});

describe('Clients are sorted', () => {
  const clients = [
    aClient({ clientId: 'b', name: 'Gate 10', createdAt: at(-1), lastSeenAt: undefined }),
    aClient({ clientId: 'a', name: 'Gate 10', createdAt: at(-1), lastSeenAt: at(-3), secrets: [secret(4), secret(1)] }),
    aClient({ clientId: 'c', name: 'Gate 2', createdAt: at(-2), lastSeenAt: at(-2), secrets: [secret(3)] }),
  ];

  it.each([
    ['newest', 'abc'],
    ['name', 'cab'],
    ['last_seen', 'cab'],
    ['ends', 'cab'],
  ] as const)('by %s, and if equal by id', (order, ids) => {
    expect(
      sortClients(clients, order)
        .map(({ clientId }) => clientId)
        .join(''),
    ).toBe(ids);
  });
});
