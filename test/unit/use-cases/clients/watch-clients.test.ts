import { describe, expect, it } from '@jest/globals';
import { createApiClient, type ApiClient, type ClientUse } from '../../../../shared/domain/api-client.ts';
import type { ClientSecret } from '../../../../shared/domain/client-secret.ts';
import { HOUR } from '../../../../shared/domain/instant.ts';
import { ServiceError } from '../../../../shared/domain/service-error.ts';
import { recordUse, reviewClients } from '../../../../shared/use-cases/clients/watch-clients.ts';
import { countParallel } from '../../../support/count-parallel.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const { client } = createApiClient({ companyId: 'acme', name: 'Gate' }, NOW - 2 * HOUR);
const [secret] = client.secrets;
const seen = { ...client, lastSeenAt: NOW - HOUR + 1 };
const used = { ...(secret as ClientSecret), lastUsedAt: NOW - HOUR + 1 };

describe('The use of a client', () => {
  it.each<[string, ClientUse, boolean]>([
    ['is recorded the first time', { client, secret }, true],
    ['is recorded again after an hour', { client: { ...client, lastSeenAt: NOW - HOUR } }, true],
    ['is not recorded again within the hour', { client: seen }, false],
    ['is recorded if the secret has not been used before', { client: seen, secret }, true],
    ['is not recorded if the secret was used within the hour too', { client: seen, secret: used }, false],
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

const watched: ApiClient = {
  ...createApiClient({ companyId: 'acme', name: 'Gate', silentAfterHours: 24 }, NOW - 48 * HOUR).client,
};

/** Reviews the clients. @returns the kinds of the notices, and the clients that were marked */
const review = async (due: readonly ApiClient[], parallel = countParallel()) => {
  const [told, marked]: [string[], ApiClient[]] = [[], []];
  const clients = {
    list: async function* () {
      yield due;
    },
    mark: (_: ApiClient, after: ApiClient) => parallel.run(async () => void marked.push(after)),
  };
  const tell = async ({ kind }: { readonly kind: string }) => void told.push(kind);
  const reviewed = await reviewClients({ clients, tell, now: () => NOW });
  return { told, marked, reviewed };
};

describe('The review of clients', () => {
  const silent = { ...watched, silentSince: NOW };

  it.each<[string, ApiClient, string[], ApiClient[]]>([
    ['reports and marks a client that has become silent', watched, ['silent'], [silent]],
    ['does not write a client again that is still silent', silent, [], []],
    ['does not write a client about which there is nothing to report', { ...watched, lastSeenAt: NOW }, [], []],
  ])('%s', async (_, reviewed, told, marked) => {
    expect(await review([reviewed])).toEqual({ told, marked, reviewed: 1 });
  });

  it('reviews the other clients if one is malformed or cannot be written, and then fails', async () => {
    const told: string[] = [];
    const clients = {
      list: async function* () {
        yield [{ ...watched, clientId: 'unwritten' }, { clientId: 'malformed' } as ApiClient];
        yield [watched];
      },
      mark: async ({ clientId }: ApiClient) => {
        if (clientId === 'unwritten') throw new ServiceError('dependency_unavailable', 'away');
      },
    };
    const tell = async ({ client: { clientId } }: { readonly client: ApiClient }) => void told.push(clientId);
    await expect(reviewClients({ clients, tell, now: () => NOW })).rejects.toThrow(
      '2 failed, for example API client malformed: TypeError',
    );
    expect(told).toEqual(['unwritten', watched.clientId]);
  });

  it('writes at most 10 clients at the same time', async () => {
    const parallel = countParallel();
    await review(
      Array.from({ length: 30 }, () => watched),
      parallel,
    );
    expect(parallel.most()).toBe(10);
  });
});
