import { canonicalNumber, toSet, typeOf, type AttributeValue, type Item } from './attribute-value.ts';
import { invalid, unsupported } from './dynamodb-error.ts';
import type { Action, Path } from './expression.ts';

type Value = AttributeValue | undefined;

const applyAdd = (before: Value, operand: AttributeValue): AttributeValue => {
  if (!before) return operand;
  if ('N' in before && 'N' in operand) return { N: canonicalNumber(String(Number(before.N) + Number(operand.N))) };
  if ('SS' in before && 'SS' in operand) return toSet([...before.SS, ...operand.SS]);
  throw invalid(`An operand in the update expression has an incorrect data type: ${typeOf(before)}`);
};

const applyDelete = (before: Value, operand: AttributeValue): Value => {
  if (!before) return undefined;
  if (!('SS' in before && 'SS' in operand))
    throw invalid(`An operand in the update expression has an incorrect data type: ${typeOf(before)}`);
  const remaining = before.SS.filter((member) => !operand.SS.includes(member));
  return remaining.length > 0 ? { SS: remaining } : undefined;
};

/** Returns the new value at the action's path, or undefined if the action removes the value. */
const changeValue = ({ clause, value }: Action, before: Value): Value => {
  if (!value || clause === 'SET') return value;
  return clause === 'ADD' ? applyAdd(before, value) : applyDelete(before, value);
};

/** Returns a copy of `value` with the action applied. @param path the rest of the action's path, below `value` */
const changeAt = (action: Action, value: Value, path: Path): Value => {
  const [step, ...rest] = path;
  if (step === undefined) return changeValue(action, value);
  if (typeof step === 'string' && value && 'M' in value) {
    const { [step]: before, ...others } = value.M;
    const after = changeAt(action, Object.hasOwn(value.M, step) ? before : undefined, rest);
    return { M: after ? { ...value.M, [step]: after } : others };
  }
  const element = typeof step === 'number' && value && 'L' in value ? value.L[step] : undefined;
  const after = element && changeAt(action, element, rest);
  if (typeof step !== 'number' || !value || !('L' in value) || !after)
    throw invalid('The document path provided in the update expression is invalid for update');
  return { L: value.L.with(step, after) };
};

/** @throws DynamoDbError for an update that this engine does not support */
export const checkActions = (actions: readonly Action[]): void => {
  for (const { clause, path } of actions) {
    if (typeof path.at(-1) === 'number') throw unsupported('an update of an element of a list');
    if (path.length > 1 && (clause === 'ADD' || clause === 'DELETE'))
      throw unsupported(`${clause} inside an attribute`);
  }
};

/** Returns the item after an update. @throws DynamoDbError if the update does not fit the item */
export const applyActions = (actions: readonly Action[], before: Item): Item =>
  actions.reduce<Item>((item, action) => {
    const after = changeAt(action, { M: item }, action.path);
    return after && 'M' in after ? after.M : item;
  }, before);
