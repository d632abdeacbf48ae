import { parseItem, sizeOfItem, type Item } from './attribute-value.ts';
import { holds } from './condition.ts';
import { DynamoDbError, invalid, invalidParameter } from './dynamodb-error.ts';
import { Expressions } from './expression-parser.ts';
import { oneOf, type Input } from './request-members.ts';
import type { Change, Table } from './table.ts';
import {
  attributesOf,
  checkIndexKeys,
  checkItemKey,
  checkKey,
  MAX_ITEM_BYTES,
  pickKeys,
  type TableDefinition,
} from './table-definition.ts';
import { applyActions, checkActions } from './update.ts';

export type WriteKind = 'Put' | 'Update' | 'Delete' | 'ConditionCheck';

/** A write that has been checked, but not applied to the current item yet. */
export interface ItemWrite {
  readonly table: Table;
  readonly key: Item;
  /** @throws DynamoDbError if the condition does not hold, or the update does not fit the item */
  readonly apply: () => Change;
}

const checkSize = (item: Item): void => {
  if (sizeOfItem(item) > MAX_ITEM_BYTES) throw invalid('Item size has exceeded the maximum allowed size');
};

const parseUpdate = ({ key }: TableDefinition, expressions: Expressions): ((before: Item) => Item) => {
  const actions = expressions.actions() ?? [];
  checkActions(actions);
  const keys = new Set<unknown>(attributesOf(key).map(({ name }) => name));
  const keyAction = actions.find(({ path: [name] }) => keys.has(name));
  if (keyAction)
    throw invalidParameter(`Cannot update attribute ${keyAction.path[0]}. This attribute is part of the key`);
  return (before) => applyActions(actions, before);
};

/** Checks a write without reading the stored item. @throws DynamoDbError */
export const prepareWrite = (kind: WriteKind, table: Table, input: Input): ItemWrite => {
  const { definition } = table;
  const onFailure = oneOf(input, 'ReturnValuesOnConditionCheckFailure', 'NONE', 'ALL_OLD');
  const expressions = new Expressions(input);
  const item = kind === 'Put' ? parseItem(input['Item']) : undefined;
  const key = item ? pickKeys([definition.key], item) : parseItem(input['Key']);
  const update = kind === 'Update' ? parseUpdate(definition, expressions) : undefined;
  const condition = expressions.condition('ConditionExpression');
  expressions.assertAllUsed();

  const itemAfter = (before: Item | undefined): Item | undefined => {
    if (kind === 'ConditionCheck') return before;
    const after = item ?? update?.(before ?? key);
    if (after) {
      checkIndexKeys(definition, after);
      checkSize(after);
    }
    return after;
  };
  const apply = (): Change => {
    if (item) checkItemKey(definition, item);
    else checkKey(definition, key);
    const before = table.items.find(key);
    if (condition && !holds(condition, before ?? {}))
      throw new DynamoDbError('ConditionalCheckFailedException', 'The conditional request failed', {
        ...(onFailure === 'ALL_OLD' && before && { Item: before }),
      });
    return { table: definition, before, after: itemAfter(before) };
  };
  return { table, key, apply };
};
