import { parseItem } from '../../../lib/local/dynamodb/attribute-value.ts';
import { DynamoDbError } from '../../../lib/local/dynamodb/dynamodb-error.ts';
import { perform } from '../../../lib/local/dynamodb/operations.ts';
import { isRecord } from '../../../lib/local/dynamodb/request-members.ts';
import type { State } from '../../../lib/local/dynamodb/state.ts';
import type { Request } from './requests.ts';

/** A response, or the name of an error with the members that are compared. */
export interface Outcome {
  readonly response?: Readonly<Record<string, unknown>>;
  readonly error?: string;
  readonly message?: string;
}

const CREDENTIAL = 'Credential=test/20261121/eu-central-1/dynamodb/aws4_request, SignedHeaders=host, Signature=none';

export const callLocal = (state: State, { operation, input }: Request): Outcome => {
  try {
    // Converts to JSON and back, as over the network.
    return { response: JSON.parse(JSON.stringify(perform(state, operation, JSON.parse(JSON.stringify(input))))) };
  } catch (error) {
    if (!(error instanceof DynamoDbError)) throw error;
    return { error: error.name, message: error.message, response: error.members };
  }
};

export const callReference = async (url: string, { operation, input }: Request): Promise<Outcome> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `AWS4-HMAC-SHA256 ${CREDENTIAL}`,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
    },
    body: JSON.stringify(input),
  });
  const { __type, message, Message, ...body } = (await response.json()) as Record<string, string>;
  if (response.ok) return { response: body };
  return { error: String(__type).replace(/^.*#/, ''), message: String(message ?? Message), response: body };
};

const ITEM_LISTS = new Set(['Items']);
const ITEMS = new Set(['Item', 'Attributes', 'LastEvaluatedKey', 'Key']);

/** Converts items into a canonical form, in which the order of sets and members does not matter. */
const toCanonical = (part: unknown, name = ''): unknown => {
  if (Array.isArray(part)) return part.map((one) => toCanonical(one, ITEM_LISTS.has(name) ? 'Item' : ''));
  if (!isRecord(part)) return part;
  if (ITEMS.has(name)) return parseItem(part);
  return Object.fromEntries(Object.entries(part).map(([member, value]) => [member, toCanonical(value, member)]));
};

const byText = (one: unknown, other: unknown): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

const sortedKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, one]) => [name, sortedKeys(one)] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
};

const units = (consumed: unknown): unknown => {
  if (Array.isArray(consumed)) return consumed.map(units);
  const { CapacityUnits, GlobalSecondaryIndexes } = (consumed ?? {}) as Readonly<Record<string, unknown>>;
  return {
    CapacityUnits,
    ...(isRecord(GlobalSecondaryIndexes) && { GlobalSecondaryIndexes: Object.keys(GlobalSecondaryIndexes).toSorted() }),
  };
};

/** Returns the part of an outcome in which both databases must agree. */
export const normalise = ({ operation, input }: Request, { response = {}, error }: Outcome): unknown => {
  const { ConsumedCapacity: consumedCapacity, TableDescription: _, CancellationReasons, ...rest } = response;
  // DynamoDB Local returns the consumed capacity of some deletions without being asked.
  const ConsumedCapacity = input['ReturnConsumedCapacity'] === undefined ? undefined : consumedCapacity;
  if (error !== undefined) {
    const reasons = (CancellationReasons ?? []) as Readonly<Record<string, unknown>>[];
    return {
      error,
      ...(rest['Item'] !== undefined && { Item: sortedKeys(toCanonical(rest['Item'], 'Item')) }),
      reasons: reasons.map(({ Code, Item }) => ({
        Code,
        ...(Item !== undefined && { Item: sortedKeys(parseItem(Item)) }),
      })),
    };
  }
  if (operation === 'BatchGetItem') {
    const Responses = Object.values((rest['Responses'] ?? {}) as Record<string, unknown[]>).flat();
    return {
      items: Responses.map((item) => sortedKeys(parseItem(item))).toSorted(byText),
      consumed: ConsumedCapacity && units(ConsumedCapacity),
    };
  }
  return { ...(sortedKeys(toCanonical(rest)) as object), consumed: ConsumedCapacity && units(ConsumedCapacity) };
};

/**
 * Summarises all pages of a query or scan, to compare both databases. In a query of an index, the order of entries with equal
 * keys does not matter. In a scan, the order of partitions does not matter, nor where a page ends.
 */
export const summarise = (request: Request, pages: readonly Outcome[]): unknown => {
  const [first] = pages;
  if (!first || first.error !== undefined) return first && normalise(request, first);
  const items = pages.flatMap(({ response }) => (response?.['Items'] ?? []) as unknown[]);
  return {
    ...(request.operation === 'Query' && { pages: pages.map(({ response }) => response?.['ScannedCount']) }),
    scanned: pages.reduce((sum, { response }) => sum + Number(response?.['ScannedCount']), 0),
    count: pages.reduce((sum, { response }) => sum + Number(response?.['Count']), 0),
    items: items.map((item) => sortedKeys(parseItem(item))).toSorted(byText),
    ...(pages.length === 1 && {
      consumed: normalise(request, { response: { ConsumedCapacity: first.response?.['ConsumedCapacity'] } }),
    }),
  };
};
