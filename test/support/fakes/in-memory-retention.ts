import type { KeptItem, RetentionStore } from '../../../shared/domain/retention.ts';

/** Items with a retention, in memory, in pages of two. */
export const makeInMemoryRetention = (
  existing: readonly KeptItem[],
): RetentionStore & { items(): readonly KeptItem[] } => {
  let items = existing;
  return {
    items: () => items,
    async *readAll(kept) {
      const all = items.filter(({ table }) => table === kept);
      for (let start = 0; start < all.length; start += 2) yield all.slice(start, start + 2);
    },
    setExpiry: async (item, expiresAtSeconds) => {
      items = items.map((one) => (one.key === item.key ? { ...one, expiresAtSeconds } : one));
      return true;
    },
  };
};
