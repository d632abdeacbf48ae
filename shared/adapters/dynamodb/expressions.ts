import type { Item } from './database.ts';

const NAME = /[a-z]\w*/gi;

/** Returns the document path with `#` before each attribute name, because many names are reserved words of DynamoDB. */
const alias = (path: string): string => path.replaceAll(NAME, '#$&');

const namesIn = (attributes: Item) =>
  Object.fromEntries(
    Object.keys(attributes).flatMap((path) => (path.match(NAME) ?? []).map((name) => [`#${name}`, name])),
  );

const valuesOf = (attributes: Item, prefix: string) =>
  Object.fromEntries(
    Object.values(attributes).flatMap((value, index) => (value === undefined ? [] : [[`:${prefix}${index}`, value]])),
  );

const clause = (keyword: string, parts: readonly string[]): string[] =>
  parts.length > 0 ? [`${keyword} ${parts.join(', ')}`] : [];

interface Condition {
  readonly ConditionExpression: string;
  readonly ExpressionAttributeNames: Record<string, string>;
  /** Absent if there are no values, because DynamoDB rejects an empty object. */
  readonly ExpressionAttributeValues?: Item;
}

/**
 * Returns the condition that attributes still have these values.
 * @param attributes values by document path; undefined requires that the attribute is absent
 * @example
 * stillHas({ revision: 3, 'secrets[1].endsAt': undefined }); // #revision = :was0 AND attribute_not_exists(…)
 */
export const stillHas = (attributes: Item): Condition => {
  const values = valuesOf(attributes, 'was');
  return {
    ConditionExpression: Object.entries(attributes)
      .map(([path, value], index) =>
        value === undefined ? `attribute_not_exists(${alias(path)})` : `${alias(path)} = :was${index}`,
      )
      .join(' AND '),
    ExpressionAttributeNames: namesIn(attributes),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
};

/** Returns the condition that no item with the key exists. @param keyAttribute one attribute of the key */
export const ifAbsent = (keyAttribute: string): Condition => stillHas({ [keyAttribute]: undefined });

/**
 * Returns an update that writes attributes if the condition holds.
 * @param attributes values by document path; undefined removes the attribute
 */
export const toUpdate = (attributes: Item, condition: Condition) => {
  const parts = Object.entries(attributes).map(([path, value], index) => ({ path: alias(path), value, index }));
  const set = parts.filter(({ value }) => value !== undefined).map(({ path, index }) => `${path} = :set${index}`);
  const removed = parts.filter(({ value }) => value === undefined).map(({ path }) => path);
  return {
    UpdateExpression: [...clause('SET', set), ...clause('REMOVE', removed)].join(' '),
    ConditionExpression: condition.ConditionExpression,
    ExpressionAttributeNames: { ...condition.ExpressionAttributeNames, ...namesIn(attributes) },
    ExpressionAttributeValues: { ...condition.ExpressionAttributeValues, ...valuesOf(attributes, 'set') },
  };
};
