import * as v from 'valibot';
import { invalidField, ServiceError, type FieldError } from '../../shared/domain/service-error.ts';
import type { ApiRequest } from '../../shared/http/api-request.ts';
import { checkinFields, readRejected, toCheckin, type ServiceClock } from '../../shared/http/checkin-fields.ts';
import { fields } from '../../shared/rules/fields.ts';
import { isObject } from '../../shared/rules/plain-values.ts';
import { isValid } from '../../shared/rules/read-value.ts';
import { field, optionalField, parseBody } from '../../shared/http/field.ts';
import type { BatchItem, InvalidItem } from '../../shared/use-cases/checkin/checkin-request.ts';

export const batchItem = v.object({
  key: field(fields.idempotencyKey),
  ...checkinFields,
  date: field(fields.dateTime),
  dryRun: optionalField(fields.flag),
});

/** An item with its key, which an invalid item can lack. */
interface ParsedItem {
  readonly key: string | undefined;
  readonly item: BatchItem | InvalidItem;
}

const readItems = (body: unknown): readonly unknown[] => {
  const { items } = parseBody(v.object({ items: v.optional(v.unknown()) }), body);
  if (isValid(fields.items, items)) return items as readonly unknown[];
  throw invalidField('items', fields.items);
};

/** The key of an item, even if the item is invalid. */
const keyOf = (item: unknown): string | undefined =>
  isObject(item) && typeof item['key'] === 'string' ? item['key'] : undefined;

/** @throws ServiceError `invalid_field`, which lists every item with the key of an earlier one */
const assertDistinctKeys = (items: readonly unknown[]): void => {
  const firsts = new Map<string, number>();
  const fieldErrors: FieldError[] = [];
  for (const [index, key] of items.map(keyOf).entries()) {
    if (key === undefined) continue;
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, index);
    else {
      const fault = { kind: 'distinct-keys', key: key.slice(0, fields.idempotencyKey.maxLength), first } as const;
      fieldErrors.push({ field: `items[${index}].key`, fault });
    }
  }
  if (fieldErrors.length > 0) throw new ServiceError('invalid_field', 'distinct-keys', { fieldErrors });
};

const parseItem = (value: unknown, index: number, clock: ServiceClock): BatchItem => {
  if (!isObject(value)) throw invalidField(`items[${index}]`, { kind: 'object' }, 'an item is not an object');
  const item = parseBody(batchItem, value);
  // If `dryRun` were ignored like an unknown field, the check-in would be performed.
  if (item.dryRun === true) throw invalidField('dryRun', { kind: 'not-in-a-batch' }, 'a dry run in a batch');
  return { ...toCheckin(item, clock), idempotencyKey: item.key };
};

const parseOrReject = (value: unknown, index: number, clock: ServiceClock): ParsedItem => {
  try {
    const item = parseItem(value, index, clock);
    return { key: item.idempotencyKey, item };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { key: keyOf(value), item: { error, rejected: readRejected(value, error) } };
  }
};

/**
 * Reads the items of a batch. Returns a malformed item as an error.
 * @throws ServiceError `invalid_body`; `invalid_field` if the list is empty or too long, or if two items have the same key
 */
export const parseBatch = (request: ApiRequest, clock: ServiceClock): ParsedItem[] => {
  const values = readItems(request.body);
  assertDistinctKeys(values);
  return values.map((value, index) => parseOrReject(value, index, clock));
};
