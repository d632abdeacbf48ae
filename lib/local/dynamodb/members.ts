import { isRecord } from './attribute-value.ts';
import { DynamoDbError, invalid } from './dynamodb-error.ts';

/** Rejects the members of a request that the engine does not know, by name, so that none is ignored. @throws DynamoDbError */
export const rejectOthers = (input: object, known: readonly string[], operation: string): void => {
  const unknown = Object.keys(input).find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalid(`${operation}: the local DynamoDB does not support ${unknown}`);
};

/** A member that must be one of some names. @throws DynamoDbError */
export const oneOf = <Name extends string>(member: string, raw: unknown, names: readonly Name[]): Name => {
  const name = names.find((one) => one === raw);
  if (name === undefined)
    throw invalid(
      `1 validation error detected: Value at '${member}' failed to satisfy constraint: Member must satisfy enum value set: [${names.join(', ')}]`,
    );
  return name;
};

/** A member that must be an object. @throws DynamoDbError */
export const recordIn = (raw: unknown): Readonly<Record<string, unknown>> => {
  if (!isRecord(raw)) throw new DynamoDbError('SerializationException', 'Unexpected value type in payload');
  return raw;
};

/** A member that must be a list of objects. @throws DynamoDbError */
export const recordsIn = (raw: unknown): readonly Readonly<Record<string, unknown>>[] => {
  if (raw !== undefined && !Array.isArray(raw))
    throw new DynamoDbError('SerializationException', 'Unexpected value type in payload');
  return ((raw ?? []) as readonly unknown[]).map(recordIn);
};
