import { describe, expect, it } from '@jest/globals';
import { createApiClient, type ApiClient } from '../../../../shared/domain/api-client.ts';
import { HOUR } from '../../../../shared/domain/instant.ts';
import { reviewClients } from '../../../../shared/use-cases/clients/watch-clients.ts';
import { countParallel } from '../../../support/count-parallel.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
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
  ])('%s', async (_, client, told, marked) => {
    expect(await review([client])).toEqual({ told, marked, reviewed: 1 });
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
