import { describe, expect, it } from '@jest/globals';
import { createSecretOnce } from '../../../../functions/admin/new-secret.ts';
import type { ClientWithSecret } from '../../../../shared/domain/api-client.ts';
import { digestSecret } from '../../../../shared/domain/client-secret.ts';
import type { RepeatableRequest, RepeatableRequestStore } from '../../../../shared/domain/repeatable-request.ts';
import type { ClientContext } from '../../../../shared/use-cases/clients/change-client.ts';
import { rotateClientSecret } from '../../../../shared/use-cases/clients/change-secrets.ts';
import { createClient } from '../../../../shared/use-cases/clients/manage-client.ts';
import { makeInMemoryApiClients } from '../../../support/stores-in-memory.ts';

const actor = { through: 'console', id: 'ana' } as const;
const key = { companyId: 'acme', issuer: 'https://issuer.example', subject: 'ana', idempotencyKey: 'key-1' };
const details = { companyId: 'acme', name: 'Gate 1' };

/** Makes the dependencies of the console's function. `fail(name)` makes the next call with this name fail. */
const openConsole = () => {
  const registry = makeInMemoryApiClients();
  const stored = new Map<string, RepeatableRequest>();
  let failing: 'replace' | 'complete' | undefined;
  const throwIfFailing = (name: 'replace' | 'complete'): void => {
    if (failing !== name) return;
    failing = undefined;
    throw new Error(`${name} failed`);
  };
  const requests: RepeatableRequestStore = {
    async begin(_, request) {
      const first = stored.get(key.idempotencyKey) ?? request;
      stored.set(key.idempotencyKey, first);
      return first;
    },
    async complete(_, request, secretId) {
      throwIfFailing('complete');
      stored.set(key.idempotencyKey, { ...request, secretId });
    },
    release: async () => undefined,
    forget: async () => void stored.delete(key.idempotencyKey),
  };
  const context: ClientContext = {
    apiClients: {
      ...registry,
      replace: async (...change) => {
        throwIfFailing('replace');
        return registry.replace(...change);
      },
    },
    actor,
    now: () => Date.UTC(2026, 10, 21, 8),
  };
  return { context, registry, requests, fail: (name: 'replace' | 'complete') => void (failing = name) };
};

type OpenConsole = ReturnType<typeof openConsole>;

const create = ({ context, requests }: OpenConsole): Promise<ClientWithSecret> =>
  createSecretOnce(context, requests, {
    key,
    clientId: undefined,
    content: 'create',
    create: (origin) => createClient(context, { ...details, ...origin }),
  });

const rotate = ({ context, requests }: OpenConsole, clientId: string, revision: number): Promise<ClientWithSecret> =>
  createSecretOnce(context, requests, {
    key,
    clientId,
    content: 'rotate',
    create: ({ requestId }) =>
      rotateClientSecret(context, { clientId, revision }, { graceMilliseconds: 3_600_000, requestId }),
  });

describe.each(['replace', 'complete'] as const)('A rotation whose call `%s` failed', (call) => {
  it('is retried with a new secret, which replaces the secret that nobody saw', async () => {
    const opened = openConsole();
    const { client } = await createClient(opened.context, details);
    opened.fail(call);
    await expect(rotate(opened, client.clientId, client.revision)).rejects.toThrow(`${call} failed`);

    const { clientSecret } = await rotate(opened, client.clientId, client.revision);
    const { secrets } = (await opened.registry.find(client.clientId)) ?? client;
    expect(secrets.map(({ digest }) => digest)).toEqual([client.secrets[0]?.digest, digestSecret(clientSecret)]);
  });
});

describe('A creation whose retry was interrupted', () => {
  it('is retried with a new secret, which replaces the secret of the interrupted retry', async () => {
    const opened = openConsole();
    const first = await create(opened);
    opened.fail('complete');
    await expect(create(opened)).rejects.toThrow('complete failed');

    const { client, clientSecret } = await create(opened);
    expect(client.clientId).toBe(first.client.clientId);
    expect(client.secrets.map(({ digest }) => digest)).toEqual([digestSecret(clientSecret)]);
  });
});

describe('A rotation', () => {
  it('does not replace the secret of another rotation', async () => {
    const opened = openConsole();
    const { context, registry } = opened;
    const { client } = await createClient(context, details);
    const { clientId } = client;
    const { clientSecret } = await rotateClientSecret(context, { clientId }, { graceMilliseconds: 3_600_000 });

    const again = rotate(opened, clientId, client.revision + 1);
    await expect(again).rejects.toMatchObject({ code: 'two_live_secrets' });
    expect((await registry.find(clientId))?.secrets.at(-1)?.digest).toBe(digestSecret(clientSecret));
  });
});
