import { compareValues, contentOf, typeOf, type AttributeValue, type Item } from './attribute-value.ts';
import { addNumbers, negateNumber } from './decimal.ts';
import { findOverlap, formatPath, readPath } from './document-path.ts';
import { invalid } from './dynamodb-error.ts';
import type { Action, Clause, Operand, Path } from './expression.ts';

const wrongType = (): Error => invalid('An operand in the update expression has an incorrect data type');
const wrongPath = (): Error => invalid('The document path provided in the update expression is invalid for update');

const numberIn = (value: AttributeValue): string => {
  if (!('N' in value)) throw wrongType();
  return value.N;
};

const listIn = (value: AttributeValue): readonly AttributeValue[] => {
  if (!('L' in value)) throw wrongType();
  return value.L;
};

/** The value of an operand of SET, read from the item before the update. */
const valueOf = (operand: Operand, item: Item): AttributeValue => {
  if (operand.kind === 'value') return operand.value;
  if (operand.kind === 'path') {
    const value = readPath(item, operand.path);
    if (!value) throw invalid('The provided expression refers to an attribute that does not exist in the item');
    return value;
  }
  const [first, second] = operand.operands as readonly [Operand, Operand];
  if (operand.name === 'if_not_exists')
    return (first.kind === 'path' && readPath(item, first.path)) || valueOf(second, item);
  const [one, other] = [valueOf(first, item), valueOf(second, item)];
  if (operand.name === 'list_append') return { L: [...listIn(one), ...listIn(other)] };
  const summand = numberIn(other);
  return { N: addNumbers(numberIn(one), operand.name === '-' ? negateNumber(summand) : summand) };
};

const sorted = (set: AttributeValue, members: readonly string[]): AttributeValue => {
  const type = typeOf(set) as 'SS' | 'NS' | 'BS';
  const memberType = type[0] as 'S' | 'N' | 'B';
  const asValue = (member: string) => ({ [memberType]: member }) as AttributeValue;
  return {
    [type]: members.toSorted((one, other) => compareValues(asValue(one), asValue(other)) ?? 0),
  } as unknown as AttributeValue;
};

const added = (before: AttributeValue | undefined, operand: AttributeValue): AttributeValue => {
  if (!before) return operand;
  if (typeOf(before) !== typeOf(operand)) throw wrongType();
  if ('N' in before && 'N' in operand) return { N: addNumbers(before.N, operand.N) };
  const members = [...(contentOf(before) as string[]), ...(contentOf(operand) as string[])];
  return sorted(before, [...new Set(members)]);
};

const without = (before: AttributeValue | undefined, operand: AttributeValue): AttributeValue | undefined => {
  if (!before) return undefined;
  if (typeOf(before) !== typeOf(operand)) throw wrongType();
  const removed = new Set(contentOf(operand) as string[]);
  const left = (contentOf(before) as string[]).filter((member) => !removed.has(member));
  return left.length > 0 ? sorted(before, left) : undefined;
};

/** What becomes of the value at the action's path; undefined removes it. */
const toChange = (
  { clause, operand }: Action,
  item: Item,
): ((before?: AttributeValue) => AttributeValue | undefined) => {
  if (!operand) return () => undefined;
  const value = valueOf(operand, item);
  if (clause === 'SET') return () => value;
  return (before) => (clause === 'ADD' ? added(before, value) : without(before, value));
};

type Change = ReturnType<typeof toChange>;

/** In a list, a place of a removed element stays until all actions are applied, so that later positions are not shifted. */
const HOLE: AttributeValue = { L: [] };

const changeMember = (
  map: Item,
  name: string,
  change: (member?: AttributeValue) => AttributeValue | undefined,
): Item => {
  const changed = change(Object.hasOwn(map, name) ? map[name] : undefined);
  if (changed) return { ...map, [name]: changed };
  const { [name]: _, ...rest } = map;
  return rest;
};

/** A copy of `value` with a change at a path. Elements beyond the end of a list are appended. */
const changeAt = (value: AttributeValue | undefined, path: Path, change: Change): AttributeValue | undefined => {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (typeof step === 'string') {
    if (!value || !('M' in value)) throw wrongPath();
    return { M: changeMember(value.M, step, (member) => changeAt(member, rest, change)) };
  }
  if (!value || !('L' in value)) throw wrongPath();
  const element = value.L[step];
  const changed = changeAt(element, rest, change);
  if (!changed) return element ? { L: value.L.with(step, HOLE) } : value;
  return { L: element ? value.L.with(step, changed) : [...value.L, changed] };
};

const withoutHoles = (value: AttributeValue): AttributeValue => {
  if ('M' in value)
    return { M: Object.fromEntries(Object.entries(value.M).map(([name, one]) => [name, withoutHoles(one)])) };
  return 'L' in value ? { L: value.L.filter((one) => one !== HOLE).map(withoutHoles) } : value;
};

const positionOf = ({ path }: Action): number => Number(path.at(-1));

/** Elements that SET appends to a list are in the order of their positions. */
const inOrder = (actions: readonly Action[]): Action[] =>
  actions.toSorted((one, other) => {
    const [left, right] = [positionOf(one), positionOf(other)];
    return Number.isNaN(left) || Number.isNaN(right) ? 0 : left - right;
  });

const ACCEPTED: Readonly<Partial<Record<Clause, readonly string[]>>> = {
  ADD: ['N', 'SS', 'NS', 'BS'],
  DELETE: ['SS', 'NS', 'BS'],
};

/** @throws DynamoDbError if DynamoDB rejects the update, whatever the item is */
export const checkActions = (actions: readonly Action[]): void => {
  const overlap = findOverlap(actions.map(({ path }) => path));
  if (overlap)
    throw invalid(
      `Invalid UpdateExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: ${formatPath(overlap[0])}, path two: ${formatPath(overlap[1])}`,
    );
  for (const { clause, operand } of actions) {
    const type = operand?.kind === 'value' ? typeOf(operand.value) : undefined;
    if (type && ACCEPTED[clause] && !ACCEPTED[clause].includes(type))
      throw invalid(
        `Invalid UpdateExpression: Incorrect operand type for operator or function; operator: ${clause}, operand type: ${type}`,
      );
  }
};

/** The item after an update. @throws DynamoDbError if the update does not fit the item */
export const applyActions = (actions: readonly Action[], before: Item): Item => {
  const after = inOrder(actions).reduce<AttributeValue>(
    (value, action) => changeAt(value, action.path, toChange(action, before)) as AttributeValue,
    { M: before },
  );
  const hasHoles = actions.some(({ path }) => typeof path.at(-1) === 'number');
  return ((hasHoles ? withoutHoles(after) : after) as { readonly M: Item }).M;
};
