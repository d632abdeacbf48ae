import { parseItem, sizeOfItem, type Item } from './attribute-value.ts';
import { DynamoDbError, invalid, invalidParameter } from './dynamodb-error.ts';
import { applyActions, Expressions } from './expressions.ts';
import { limits } from './limits.ts';
import { oneOf, type Input } from './request-members.ts';
import type { Change, Table } from './table.ts';
import { checkIndexKeys, checkItemKey, checkKey, namesOf, pickAttributes } from './table-definition.ts';

export type WriteKind = 'Put' | 'Update' | 'Delete' | 'ConditionCheck';

/** A write that has been checked, but not applied to the current item yet. */
export interface ItemWrite {
  readonly table: Table;
  readonly key: Item;
  /** @throws DynamoDbError if the condition does not hold, or the update does not fit the item */
  readonly apply: () => Change;
}

/** Checks a write without reading the stored item. @throws DynamoDbError */
export const prepareWrite = (kind: WriteKind, table: Table, input: Input): ItemWrite => {
  const { definition } = table;
  const onFailure = oneOf(input, 'ReturnValuesOnConditionCheckFailure', 'NONE', 'ALL_OLD');
  const expressions = new Expressions(input);
  const item = kind === 'Put' ? parseItem(input['Item']) : undefined;
  const key = item ? pickAttributes(namesOf(definition.key), item) : parseItem(input['Key']);
  const actions = kind === 'Update' ? (expressions.update() ?? []) : [];
  const condition = expressions.condition('ConditionExpression');
  expressions.assertAllUsed();
  const keyAttribute = namesOf(definition.key).find((name) => actions.some(({ path }) => path[0] === name));
  if (keyAttribute !== undefined)
    throw invalidParameter(`Cannot update attribute ${keyAttribute}. This attribute is part of the key`);

  const itemAfter = (before: Item | undefined): Item | undefined => {
    if (kind === 'Put') return item;
    if (kind === 'Update') return applyActions(actions, before ?? key);
    return kind === 'Delete' ? undefined : before;
  };
  const apply = (): Change => {
    if (item) checkItemKey(definition, item);
    else checkKey(definition, key);
    const before = table.find(key);
    if (condition?.(before ?? {}) === false)
      throw new DynamoDbError('ConditionalCheckFailedException', 'The conditional request failed', {
        ...(onFailure === 'ALL_OLD' && before && { Item: before }),
      });
    const after = itemAfter(before);
    checkIndexKeys(definition, after ?? {});
    if (sizeOfItem(after) > limits.itemBytes) throw invalid('Item size has exceeded the maximum allowed size');
    return { table: definition, before, after };
  };
  return { table, key, apply };
};
