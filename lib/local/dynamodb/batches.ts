import type { Item } from './attribute-value.ts';
import { invalid, recordIn, type Input } from './request.ts';
import type { State } from './state.ts';
import { namesOf } from './table-definition.ts';
import type { Table } from './table.ts';

/** The requests of a batch, by table. @throws AwsError */
export const requestsByTable = (
  state: State,
  { RequestItems }: Input,
): { name: string; table: Table; requests: unknown }[] => {
  const byTable = Object.entries(recordIn(RequestItems ?? {}));
  if (byTable.length === 0) throw invalid('The requestItems parameter is required');
  return byTable.map(([name, requests]) => ({ name, table: state.table(name), requests }));
};

/** @throws AwsError if there are too many items, or an item occurs twice */
export const assertDistinct = (all: readonly { readonly table: Table; readonly key: Item }[], max: number): void => {
  if (all.length > max) throw invalid(`Too many items requested: at most ${max}`);
  const identities = all.map(({ table: { definition }, key }) =>
    JSON.stringify([definition.name, ...namesOf(definition.key).map((name) => key[name])]),
  );
  if (new Set(identities).size < all.length)
    throw invalid('Provided list of item keys contains duplicates: a request cannot include one item twice');
};
