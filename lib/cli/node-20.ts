/**
 * Prepares Node 20 for the packaged command line, which is written for Node 24. Must be loaded before anything else. The test
 * of the package checks that the bundle uses nothing that Node 20 lacks, apart from what this file adds.
 */

/** `Map.groupBy` (ECMAScript 2024, 24.1.2.1). Groups items by key. Keys are in the order of their first item. */
const groupBy = <Key, Item>(items: Iterable<Item>, toKey: (item: Item, index: number) => Key): Map<Key, Item[]> => {
  const groups = new Map<Key, Item[]>();
  let index = 0;
  for (const item of items) {
    const key = toKey(item, index);
    index += 1;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};

if (!Object.hasOwn(Map, 'groupBy'))
  Object.defineProperty(Map, 'groupBy', { value: groupBy, writable: true, configurable: true });

// On Node 20, the AWS SDK warns on stderr that its later versions need Node 22. The bundled version does not, and with --json
// the last line of stderr must be the error.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
