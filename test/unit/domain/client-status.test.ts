import { describe, expect, it } from '@jest/globals';
import { createApiClient, type ApiClient } from '../../../shared/domain/api-client.ts';
import { rotateSecret } from '../../../shared/domain/client-changes.ts';
import { statusOf } from '../../../shared/domain/client-watch.ts';

const DAY = 24 * 60 * 60_000;
const now = Date.UTC(2026, 10, 21, 8);

const used = (expiresInDays?: number, createdAt = now - 10 * DAY): ApiClient => ({
  ...createApiClient({ companyId: 'acme', name: 'Gate', expiresInDays }, createdAt).client,
  lastSeenAt: now - DAY,
});
const rotated = (client: ApiClient, expiresInDays?: number) =>
  rotateSecret(client, { graceMilliseconds: 7 * DAY, expiresInDays }, now - DAY).client;
const { lastSeenAt: _, ...unused } = used();

describe('The status of an API client', () => {
  it.each<[string, string, ApiClient]>([
    ['enabled', 'it is used', used()],
    ['never', 'it was never used', unused],
    ['two_secrets', 'it has two live secrets', rotated(used())],
    ['two_secrets', 'the newer of its two secrets ends in 89 days', rotated(used(), 90)],
    ['ends', 'its secret ends in 20 days', used(30)],
    ['ends', 'its secret ends in less than 30 days', used(90, now - 60 * DAY - 1)],
    ['enabled', 'its secret ends in exactly 30 days', used(90, now - 60 * DAY)],
    ['ends', 'the newer of its two secrets ends in 29 days', rotated(used(), 30)],
    ['silent', 'it is silent and a secret ends soon', { ...rotated(used(), 30), silentSince: now }],
    [
      'disabled',
      'it is disabled and silent, and its secret ends soon',
      { ...used(30), silentSince: now, enabled: false },
    ],
    ['ends', 'its only secret has ended', used(30, now - 31 * DAY)],
  ])('is "%s" if %s', (status, _reason, client) => {
    expect(statusOf(client, now)).toBe(status);
  });

  it('ignores the ended one of two secrets', () => {
    expect(statusOf(rotated(used()), now + 8 * DAY)).toBe('enabled');
  });
});
