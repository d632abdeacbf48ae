import { parseItem } from '../../../lib/local/dynamodb/attribute-value.ts';
import { isRecord } from '../../../lib/local/dynamodb/request.ts';
import type { Request } from './requests.ts';

type Members = Readonly<Record<string, unknown>>;

/** A response, or the name, message and members of an error. */
export interface Outcome {
  readonly response: Members;
  readonly error?: string;
  readonly message?: string;
}

const CREDENTIAL = 'Credential=test/20261121/eu-central-1/dynamodb/aws4_request, SignedHeaders=host, Signature=none';

/** Sends a request to the database at `url`. */
export const call = async (url: string, { operation, input }: Request): Promise<Outcome> => {
  const received = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `AWS4-HMAC-SHA256 ${CREDENTIAL}`,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-date': '20261121T000000Z',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
    },
    body: JSON.stringify(input),
  });
  const { __type, message, Message, ...response } = (await received.json()) as Members;
  if (received.ok) return { response };
  return { error: String(__type).replace(/^.*#/, ''), message: String(message ?? Message), response };
};

const ITEMS = new Set(['Item', 'Attributes', 'LastEvaluatedKey', 'Key']);

/** Parses the items at any depth, so that the order of sets does not matter. */
const parseItems = (part: unknown, name = ''): unknown => {
  if (Array.isArray(part)) return part.map((one) => parseItems(one, name === 'Items' ? 'Item' : ''));
  if (!isRecord(part)) return part;
  if (ITEMS.has(name)) return parseItem(part);
  return Object.fromEntries(Object.entries(part).map(([member, value]) => [member, parseItems(value, member)]));
};

/** Items in any order. */
const unordered = (items: readonly unknown[]): unknown => new Set(items.map((item) => parseItem(item)));

const units = (consumed: unknown): unknown => {
  if (Array.isArray(consumed)) return consumed.map(units);
  const { CapacityUnits, GlobalSecondaryIndexes } = (consumed ?? {}) as Members;
  return { CapacityUnits, indexes: new Set(Object.keys(GlobalSecondaryIndexes ?? {})) };
};

/** Returns the part of an outcome in which both databases must agree. */
export const normalise = ({ operation, input }: Request, { response, error }: Outcome): unknown => {
  const { ConsumedCapacity, TableDescription: _, CancellationReasons = [], Responses, ...rest } = response;
  if (error !== undefined) {
    const reasons = (CancellationReasons as readonly Members[]).map(({ Code, Item }) => ({ Code, Item }));
    return { error, Item: parseItems(rest['Item'], 'Item'), reasons: parseItems(reasons) };
  }
  return {
    // DynamoDB Local returns the consumed capacity of some deletions without being asked.
    ...(input['ReturnConsumedCapacity'] !== undefined && { consumed: units(ConsumedCapacity) }),
    ...(operation === 'BatchGetItem'
      ? { items: unordered(Object.values((Responses ?? {}) as Record<string, unknown[]>).flat()) }
      : { rest: parseItems(rest) }),
  };
};

/**
 * Summarises all pages of a query or scan, to compare both databases. In a query of an index, the order of entries with equal
 * keys does not matter. In a scan, the order of partitions does not matter, nor where a page ends.
 */
export const summarise = (request: Request, pages: readonly Outcome[]): unknown => {
  const [first] = pages;
  if (!first || first.error !== undefined) return first && normalise(request, first);
  const sum = (name: string): number => pages.reduce((total, { response }) => total + Number(response[name]), 0);
  return {
    ...(request.operation === 'Query' && { pages: pages.map(({ response }) => response['ScannedCount']) }),
    scanned: sum('ScannedCount'),
    count: sum('Count'),
    items: unordered(pages.flatMap(({ response }) => (response['Items'] ?? []) as unknown[])),
    ...(pages.length === 1 && { consumed: units(first.response['ConsumedCapacity']) }),
  };
};
