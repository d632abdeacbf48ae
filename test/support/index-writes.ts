import type { TableDefinition } from '../../shared/tables.ts';

/** The request of a write to DynamoDB. */
export interface WriteRequest {
  readonly TableName: string;
  readonly UpdateExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
}

const CLAUSE = /\b(?<keyword>SET|REMOVE|ADD|DELETE)\b(?<actions>.*?)(?=\b(?:SET|REMOVE|ADD|DELETE)\b|$)/gs;
const ASSIGNED = /(?<path>[#\w.[\]]+)\s*=/g;
const FIRST_WORD = /(?:^|,)\s*(?<path>[#\w.[\]]+)/g;

/** The top-level attributes that an UpdateItem writes; for `checkin.at` this is `checkin`. */
export const writtenAttributes = ({ UpdateExpression = '', ExpressionAttributeNames }: WriteRequest): string[] => {
  const paths = [...UpdateExpression.matchAll(CLAUSE)].flatMap(({ groups }) => {
    const path = groups?.['keyword'] === 'SET' ? ASSIGNED : FIRST_WORD;
    return [...(groups?.['actions'] ?? '').matchAll(path)].map((found) => found.groups?.['path'] ?? '');
  });
  const names = paths.map((path) => path.replace(/[.[].*$/s, ''));
  return [...new Set(names.map((name) => ExpressionAttributeNames?.[name] ?? name))];
};

/**
 * The indexes that DynamoDB writes when these attributes of an item change: those that hold one of them, as a key or projected
 * (Developer Guide, "Provisioned throughput considerations for global secondary indexes"). The embedded engine does not report
 * the units of indexes, so tests count them with this function.
 */
export const writtenIndexes = ({ indexes }: TableDefinition, attributes: readonly string[]): string[] =>
  indexes
    .filter(
      ({ partitionKey, sortKey, projectedAttributes }) =>
        projectedAttributes === 'all' ||
        [partitionKey.name, sortKey.name, ...projectedAttributes].some((name) => attributes.includes(name)),
    )
    .map(({ name }) => name);
