import { describe, expect, it } from '@jest/globals';
import { createApiClient, type ApiClient } from '../../../shared/domain/api-client.ts';
import { rotateSecret } from '../../../shared/domain/client-changes.ts';
import { statusOf } from '../../../shared/domain/client-status.ts';

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
  it.each<[string, ApiClient]>([
    ['enabled', used()],
    ['never', unused],
    ['two_secrets', rotated(used())],
    ['two_secrets', { ...rotated(unused) }],
    ['two_secrets', rotated(used(), 90)],
    ['ends', used(30)],
    ['enabled', used(90)],
    ['ends', used(90, now - 60 * DAY - 1)],
    ['enabled', used(90, now - 60 * DAY)],
    ['ends', rotated(used(), 30)],
    ['silent', { ...rotated(used(), 30), silentSince: now }],
    ['disabled', { ...used(30), silentSince: now, enabled: false }],
    // The client's only secret has ended.
    ['ends', used(30, now - 31 * DAY)],
  ])('is %s', (status, client) => {
    expect(statusOf(client, now)).toBe(status);
  });

  it('ignores a secret that has ended', () => {
    expect(statusOf(rotated(used()), now + 8 * DAY)).toBe('enabled');
  });
});
