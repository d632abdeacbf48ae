import { describe, expect, it } from '@jest/globals';
import { createApiClient, type ClientUse } from '../../../../shared/domain/api-client.ts';
import { HOUR } from '../../../../shared/domain/instant.ts';
import { recordUse } from '../../../../shared/use-cases/clients/watch-clients.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const { client } = createApiClient({ companyId: 'acme', name: 'Gate' }, NOW - 2 * HOUR);
const [secret] = client.secrets;
const seen = { ...client, lastSeenAt: NOW - HOUR + 1 };

describe('The use of a client', () => {
  it.each<[string, ClientUse, boolean]>([
    ['is recorded the first time', { client, secret }, true],
    ['is recorded again after an hour', { client: { ...client, lastSeenAt: NOW - HOUR } }, true],
    ['is not recorded again within the hour', { client: seen }, false],
    ['is recorded if the secret has not been used before', { client: seen, secret }, true],
    [
      'is not recorded if the secret was used within the hour too',
      { client: seen, secret: { ...secret, lastUsedAt: NOW - HOUR + 1 } as ClientUse['secret'] },
      false,
    ],
  ])('%s', async (_, use, isRecorded) => {
    const recorded: [ClientUse, number][] = [];
    const recordLastUsed = async (...call: [ClientUse, number]) => void recorded.push(call);
    await recordUse(use, { clients: { recordLastUsed }, now: () => NOW });
    expect(recorded).toEqual(isRecorded ? [[use, NOW]] : []);
  });

  it('is ignored if it cannot be recorded', async () => {
    const clients = { recordLastUsed: () => Promise.reject(new Error('away')) };
    await expect(recordUse({ client, secret }, { clients, now: () => NOW })).resolves.toBeUndefined();
  });
});
