import { parseItem, sizeOfItem, type Item } from './attribute-value.ts';
import { holds } from './condition.ts';
import { project } from './document-path.ts';
import { DynamoDbError, invalid, invalidParameter } from './dynamodb-error.ts';
import { parseActions, parseCondition } from './expression-parser.ts';
import type { Path } from './expression.ts';
import { oneOf } from './members.ts';
import { Placeholders, type PlaceholderInput } from './placeholders.ts';
import type { Change, Table } from './table.ts';
import {
  checkIndexKeys,
  checkItemKey,
  checkKey,
  isKeyAttribute,
  MAX_ITEM_BYTES,
  pickKeys,
} from './table-definition.ts';
import { applyActions, checkActions } from './update.ts';

export type WriteKind = 'Put' | 'Update' | 'Delete' | 'ConditionCheck';

/** The members of a request that writes one item, alone or in a transaction. */
export interface WriteInput extends PlaceholderInput {
  readonly Key?: unknown;
  readonly Item?: unknown;
  readonly ConditionExpression?: unknown;
  readonly UpdateExpression?: unknown;
  readonly ReturnValuesOnConditionCheckFailure?: unknown;
}

/** A write that DynamoDB accepts, to be applied to whatever item is there. */
export interface ItemWrite {
  readonly key: Item;
  /** The paths that an update changes. */
  readonly paths: readonly Path[];
  /** @throws DynamoDbError if the condition does not hold, or the update does not fit the item */
  readonly apply: (before: Item | undefined) => Change;
}

const checkBytes = (item: Item, message: string): void => {
  if (sizeOfItem(item) > MAX_ITEM_BYTES) throw invalid(message);
};

type ToAfter = (before: Item | undefined) => Item | undefined;

const preparePut = ({ definition }: Table, { Item }: WriteInput): { key: Item; toAfter: ToAfter } => {
  const item = parseItem(Item);
  const toAfter: ToAfter = () => {
    checkBytes(item, 'Item size has exceeded the maximum allowed size');
    checkIndexKeys(definition, item);
    return item;
  };
  return { key: pickKeys([definition.key], item), toAfter };
};

const prepareUpdate = (
  { definition }: Table,
  key: Item,
  expression: unknown,
  placeholders: Placeholders,
): { paths: Path[]; toAfter: ToAfter } => {
  if (expression === undefined) return { paths: [], toAfter: (before) => before ?? key };
  const actions = parseActions(expression, placeholders);
  checkActions(actions);
  const paths = actions.map(({ path }) => path);
  const changedKey = paths.find(([name]) => isKeyAttribute(definition, String(name)));
  if (changedKey) throw invalidParameter(`Cannot update attribute ${changedKey[0]}. This attribute is part of the key`);
  const toAfter: ToAfter = (before) => {
    const after = applyActions(actions, before ?? key);
    checkIndexKeys(definition, after);
    checkBytes(after, 'Item size to update has exceeded the maximum allowed size');
    return after;
  };
  return { paths, toAfter };
};

/** Checks a write without looking at the item. @throws DynamoDbError */
export const prepareWrite = (kind: WriteKind, table: Table, input: WriteInput): ItemWrite => {
  const { definition } = table;
  const onFailure = oneOf('returnValuesOnConditionCheckFailure', input.ReturnValuesOnConditionCheckFailure ?? 'NONE', [
    'ALL_OLD',
    'NONE',
  ]);
  const placeholders = new Placeholders(input);
  const put = kind === 'Put' ? preparePut(table, input) : undefined;
  const key = put?.key ?? parseItem(input.Key);
  const update = kind === 'Update' ? prepareUpdate(table, key, input.UpdateExpression, placeholders) : undefined;
  const condition =
    input.ConditionExpression === undefined
      ? undefined
      : parseCondition('ConditionExpression', input.ConditionExpression, placeholders);
  placeholders.assertAllUsed();

  const apply = (before: Item | undefined): Change => {
    if (put) checkItemKey(definition, key);
    else checkKey(definition, key);
    if (condition && !holds(condition, before ?? {})) {
      const isWanted = onFailure === 'ALL_OLD' && before;
      throw new DynamoDbError('ConditionalCheckFailedException', 'The conditional request failed', {
        ...(isWanted && { Item: before }),
      });
    }
    if (kind === 'ConditionCheck') return { table: definition, before, after: before };
    return { table: definition, before, after: (put ?? update)?.toAfter(before) };
  };
  return { key, paths: update?.paths ?? [], apply };
};

const RETURNED = ['NONE', 'ALL_OLD', 'UPDATED_OLD', 'ALL_NEW', 'UPDATED_NEW'] as const;

/** The attributes that a write returns by `ReturnValues`. @throws DynamoDbError for a value that the operation does not know */
export const returnedAttributes = (
  kind: WriteKind,
  wanted: unknown,
  { paths }: ItemWrite,
): ((change: Change) => { readonly Attributes?: Item }) => {
  const what = oneOf('returnValues', wanted ?? 'NONE', RETURNED);
  if (what === 'NONE') return () => ({});
  if (kind !== 'Update' && what !== 'ALL_OLD') throw invalid('Return values set to invalid value');
  return ({ before, after }) => {
    const item = what.endsWith('OLD') ? before : after;
    const Attributes = item && what.startsWith('UPDATED') ? project(item, paths) : item;
    return Attributes && Object.keys(Attributes).length > 0 ? { Attributes } : {};
  };
};
