import * as v from 'valibot';

/** RFC 3339 in UTC with milliseconds: `2026-11-21T08:00:00.000Z`. */
export const moment = v.pipe(v.string(), v.isoTimestamp());

/** A local day, `2026-11-21`. */
export const day = v.pipe(v.string(), v.isoDate());

export const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const userId = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER));

/** `next` is opaque, valid only for this company and query, and absent on the last page. */
export const pageOf = <Item extends v.GenericSchema>(item: Item) =>
  v.strictObject({ items: v.array(item), next: v.optional(v.string()) });
