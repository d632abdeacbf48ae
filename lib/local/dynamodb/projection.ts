import type { Item } from './attribute-value.ts';
import { findOverlap, formatPath, project } from './document-path.ts';
import { invalid } from './dynamodb-error.ts';
import { parsePaths } from './expression-parser.ts';
import type { Path } from './expression.ts';
import type { Placeholders } from './placeholders.ts';

export interface Projection {
  readonly paths?: readonly Path[];
  readonly apply: (item: Item) => Item;
}

/** Reads a ProjectionExpression; without one, items are returned as they are. @throws DynamoDbError */
export const parseProjection = (expression: unknown, placeholders: Placeholders): Projection => {
  if (expression === undefined) return { apply: (item) => item };
  const paths = parsePaths(expression, placeholders);
  const overlap = findOverlap(paths);
  if (overlap)
    throw invalid(
      `Invalid ProjectionExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: ${formatPath(overlap[0])}, path two: ${formatPath(overlap[1])}`,
    );
  return { paths, apply: (item) => project(item, paths) };
};
