/** Returns the object without undefined properties. When objects are stored or compared, undefined and absent differ. */
export const defined = <Whole extends object>(object: Whole): Whole =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Whole;

/** Returns the properties with these names that are not undefined, in the order of the names. */
export const pick = <Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  names: readonly Name[],
): Pick<Whole, Name> =>
  Object.fromEntries(names.map((name) => [name, whole[name]]).filter(([, value]) => value !== undefined)) as Pick<
    Whole,
    Name
  >;

/** Whether a value is an object with members, as JSON has them: neither null nor an array. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const chunk = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** `Map.groupBy` for the packed command line, which also runs on Node 20. */
export const groupBy = <Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> => {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
};

/** Compares two texts by their UTF-16 code units, for sorting. The order does not depend on a language. */
export const compareTexts = (one: string, other: string): number => Number(one > other) - Number(one < other);
