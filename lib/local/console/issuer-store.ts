import type { Adapter, AdapterPayload, AdapterFactory } from 'oidc-provider';

interface Stored {
  readonly payload: AdapterPayload;
  readonly expiresAt: number;
}

/** The issuer's data in memory: sessions, codes and tokens, each until it expires. */
export const makeIssuerStore = (now: () => number = Date.now): AdapterFactory => {
  const stored = new Map<string, Stored>();

  const find = (matches: (payload: AdapterPayload, key: string) => boolean): AdapterPayload | undefined =>
    [...stored].find(([key, { payload, expiresAt }]) => expiresAt > now() && matches(payload, key))?.[1].payload;

  const deleteWhere = (matches: (one: Stored, key: string) => boolean): void => {
    for (const [key, one] of stored) if (matches(one, key)) stored.delete(key);
  };

  return (model): Adapter => {
    const keyOf = (id: string): string => `${model}:${id}`;
    return {
      async upsert(id, payload, expiresInSeconds = Infinity) {
        deleteWhere(({ expiresAt }) => expiresAt <= now());
        stored.set(keyOf(id), { payload, expiresAt: now() + expiresInSeconds * 1000 });
      },
      find: async (id) => find((_, key) => key === keyOf(id)),
      findByUid: async (uid) => find((payload, key) => key.startsWith(keyOf('')) && payload.uid === uid),
      findByUserCode: async () => undefined,
      async consume(id) {
        const one = stored.get(keyOf(id));
        if (one) one.payload.consumed = Math.floor(now() / 1000);
      },
      async destroy(id) {
        stored.delete(keyOf(id));
      },
      async revokeByGrantId(grantId) {
        deleteWhere(({ payload }) => payload.grantId === grantId);
      },
    };
  };
};
