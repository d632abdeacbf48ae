/** The attributes of an item or the values of an expression, in the format of DynamoDB's protocol. */
type Attributes = Readonly<Record<string, unknown>>;

/** A PartiQL statement of a BatchExecuteStatement; its parameters replace its question marks. */
export interface Statement {
  readonly Statement: string;
  readonly Parameters?: readonly unknown[];
}

/** The engine's operation for a statement. */
export interface Operation {
  readonly name: 'PutItem' | 'UpdateItem';
  readonly input: Attributes & { readonly TableName: string };
}

/** Returns the key attributes of a table, the partition key first. */
export type KeyNames = (table: string) => readonly string[];

const INSERT = /^INSERT INTO "(?<table>[^"]+)" VALUE \{(?<members>.*)\}$/;
const UPDATE = /^UPDATE "(?<table>[^"]+)" (?<actions>(?:SET|REMOVE) .+?) WHERE (?<where>.+)$/;
const TABLE = /^(?:INSERT INTO|UPDATE) "(?<table>[^"]+)"/;

/** The table that a statement writes; undefined if the statement is of an unknown kind. */
export const tableOf = ({ Statement: text }: Statement): string | undefined => TABLE.exec(text)?.groups?.['table'];

const toInsert = (table: string, members: string, values: readonly unknown[], keyNames: KeyNames): Operation => ({
  name: 'PutItem',
  input: {
    TableName: table,
    Item: Object.fromEntries([...members.matchAll(/'([^']+)': \?/g)].map(([, name], index) => [name, values[index]])),
    ConditionExpression: `attribute_not_exists(${keyNames(table)[0]})`,
  },
});

/** In PartiQL each assignment and each removal has its own keyword. */
const toUpdateExpression = (actions: string): string =>
  (['SET', 'REMOVE'] as const)
    .map((keyword) => [keyword, [...actions.matchAll(new RegExp(`${keyword} (\\S+(?: = \\S+)?)`, 'g'))]] as const)
    .flatMap(([keyword, found]) => (found.length > 0 ? `${keyword} ${found.map(([, one]) => one).join(', ')}` : []))
    .join(' ');

/** PartiQL's conditions have the same syntax as those of UpdateItem, except `IS MISSING` and quoted names. */
const toUpdate = (
  table: string,
  parts: { readonly actions: string; readonly where: string },
  values: readonly unknown[],
  keyNames: KeyNames,
): Operation => {
  const names: Record<string, string> = {};
  let count = 0;
  const convert = (text: string): string =>
    text
      .replaceAll('?', () => `:p${count++}`)
      .replaceAll(/"(\w+)"/g, (_, name: string) => {
        names[`#${name}`] = name;
        return `#${name}`;
      });
  const UpdateExpression = toUpdateExpression(convert(parts.actions));
  const Key: Record<string, unknown> = {};
  const rest = convert(parts.where)
    .split(' AND ')
    .filter((condition) => {
      const [, name = '', index = ''] = /^(\w+) = :p(\d+)$/.exec(condition) ?? [];
      const isKey = keyNames(table).includes(name);
      if (isKey) Key[name] = values[Number(index)];
      return !isKey;
    })
    .map((condition) => condition.replaceAll(/([#\w]+) IS MISSING/g, 'attribute_not_exists($1)'));
  const ConditionExpression = [`attribute_exists(${keyNames(table)[0]})`, ...rest].join(' AND ');
  const used = values
    .map((value, index) => [`:p${index}`, value] as const)
    .filter(([name]) => new RegExp(`${name}\\b`).test(`${UpdateExpression} ${ConditionExpression}`));
  return {
    name: 'UpdateItem',
    input: {
      TableName: table,
      Key,
      UpdateExpression,
      ConditionExpression,
      ExpressionAttributeValues: Object.fromEntries(used),
      ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    },
  };
};

/**
 * Turns a statement that writes one item into the equivalent operation. Supports an INSERT whose values are all parameters, and
 * an UPDATE whose conditions are joined by AND. Undefined for any other.
 */
export const toOperation = (
  { Statement: text, Parameters = [] }: Statement,
  keyNames: KeyNames,
): Operation | undefined => {
  const { table, members } = INSERT.exec(text)?.groups ?? {};
  if (table !== undefined && members !== undefined) return toInsert(table, members, Parameters, keyNames);
  const { table: updated, actions, where } = UPDATE.exec(text)?.groups ?? {};
  if (updated !== undefined && actions !== undefined && where !== undefined)
    return toUpdate(updated, { actions, where }, Parameters, keyNames);
  return undefined;
};
