import { describe, expect, it } from '@jest/globals';
import type { AdminEntry } from '../../../../shared/domain/audit-entry.ts';
import type { ApiClient } from '../../../../shared/domain/api-client.ts';
import { digestSecret, secretIdOf, type ClientSecret } from '../../../../shared/domain/client-secret.ts';
import { formatDateTime } from '../../../../shared/domain/instant.ts';
import {
  mergeExistingClient,
  readClientHistory,
  restoreMissingClient,
} from '../../../../shared/use-cases/restore/restore-clients.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const clientId = 'ckc_gate';

const aSecret = (name: string, createdAt: number, endsAt?: number): ClientSecret => ({
  digest: digestSecret(name),
  last4: 'last',
  createdAt,
  ...(endsAt !== undefined && { endsAt }),
});

const first = aSecret('first', 10);
const second = aSecret('second', 20);
const third = aSecret('third', 30);

const aClient = (changes: Partial<ApiClient> = {}): ApiClient => ({
  clientId,
  companyId: 'acme',
  name: 'Gate',
  enabled: true,
  createdAt: 0,
  scopes: ['checkin'],
  secrets: [first],
  revocationNumber: 3,
  revision: 7,
  ...changes,
});

const anEntry = (action: AdminEntry['action'], receivedAt: number, changes: Partial<AdminEntry> = {}): AdminEntry => ({
  kind: 'admin',
  companyId: 'acme',
  receivedAt,
  actor: { through: 'cli', id: 'olive' },
  action,
  target: { clientId },
  ...changes,
});

const logSecrets = (...secrets: ClientSecret[]) => ({
  secrets: secrets.map((secret) => ({
    secretId: secretIdOf(secret),
    ...(secret.endsAt !== undefined && { endsAt: formatDateTime(secret.endsAt) }),
  })),
});

/** @param entries newest first */
const restoreMissing = (copy: ApiClient, entries: readonly AdminEntry[]) =>
  restoreMissingClient(copy, readClientHistory(entries, clientId), NOW);

const endedSecret = (secret: ClientSecret) => ({ reason: 'ended_secret', name: secretIdOf(secret) });

describe('A missing client that is restored from a copy', () => {
  it('is disabled if it was disabled after the copy and not enabled again', () => {
    const disabled = anEntry('clients.disable', 50);
    const enabled = anEntry('clients.enable', 60);
    const refusals = [{ reason: 'disabled_client', name: clientId }];
    expect(restoreMissing(aClient(), [disabled])).toMatchObject({ client: { enabled: false }, refusals });
    expect(restoreMissing(aClient(), [enabled, disabled])).toMatchObject({ client: { enabled: true }, refusals: [] });
    const alreadyDisabled = restoreMissing(aClient({ enabled: false }), [disabled]);
    expect(alreadyDisabled).toMatchObject({ client: { enabled: false }, refusals: [] });
  });

  it('gets the expiry of each secret from the last logged change of secrets', () => {
    const copy = aClient({ secrets: [aSecret('first', 10, NOW + 1), second] });
    const ended = anEntry('clients.end-secret', 50, { after: logSecrets(aSecret('first', 10)) });
    const rotated = anEntry('clients.rotate', 40, { after: logSecrets(aSecret('first', 10, NOW + 5), second) });
    const history = [anEntry('clients.rename', 60, { after: { name: 'Door' } }), ended, rotated];
    expect(restoreMissing(copy, history)).toEqual({
      client: { ...copy, secrets: [first, { ...second, endsAt: 50 }], revision: 8 },
      refusals: [endedSecret(second)],
    });
    expect(restoreMissing(copy, [rotated]).client.secrets).toEqual([aSecret('first', 10, NOW + 5), second]);
  });

  it('keeps a secret created after the last logged change, but ends one created with the change and not in its entry', () => {
    const history = [anEntry('clients.rotate', 20, { after: logSecrets(first) })];
    const copy = aClient({ secrets: [second, third] });
    expect(restoreMissing(copy, history).client.secrets).toEqual([{ ...second, endsAt: 20 }, third]);
  });

  it('has the limits that were set last', () => {
    const copy = aClient({ silentAfterHours: 24 });
    const limited = anEntry('clients.change-limits', 50, { after: { allowedIps: ['192.0.2.0/24'] } });
    const { silentAfterHours: _, ...unlimited } = copy;
    expect(restoreMissing(copy, [limited]).client).toEqual({ ...unlimited, allowedIps: ['192.0.2.0/24'], revision: 8 });
    expect(restoreMissing(copy, []).client).toEqual({ ...copy, revision: 8 });
  });

  it('counts each revocation of its tokens since the copy', () => {
    const history = [70, 60, 50].map((time) => anEntry('clients.revoke-tokens', time));
    expect(restoreMissing(aClient(), history).client).toMatchObject({ revocationNumber: 6, tokensRevokedAt: 70 });
    const revoked = restoreMissing(aClient({ tokensRevokedAt: 60 }), history).client;
    expect(revoked).toMatchObject({ revocationNumber: 4, tokensRevokedAt: 70 });
    const unchanged = restoreMissing(aClient({ tokensRevokedAt: 70 }), history).client;
    expect(unchanged).toMatchObject({ revocationNumber: 3, tokensRevokedAt: 70 });
    expect(restoreMissing(aClient(), []).client).not.toHaveProperty('tokensRevokedAt');
  });
});

describe('An existing client that is overwritten', () => {
  const merge = (live: ApiClient, copy: ApiClient) => mergeExistingClient(live, copy, NOW);

  it('keeps its current secrets, and does not get back a secret that was ended after the copy', () => {
    const live = aClient({ secrets: [second] });
    const copy = aClient({ secrets: [first, second] });
    expect(merge(live, copy)).toEqual({ client: live, refusals: [endedSecret(first)] });
    expect(merge(aClient({ secrets: [first, second] }), copy).refusals).toEqual([]);
  });
});
