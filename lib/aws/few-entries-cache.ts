/**
 * Replaces mnemonist's `lru-cache` (7 KB) in the bundles. The SDK uses it to cache the endpoints that it discovers for DynamoDB
 * if endpoint discovery is on: one for each set of credentials, so one entry is enough. The SDK calls it with `new` and a size,
 * which is ignored.
 */
export default function makeFewEntriesCache() {
  const entries = new Map<string, unknown>();
  return Object.assign(entries, { peek: (key: string) => entries.get(key) });
}
