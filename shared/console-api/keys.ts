import * as v from 'valibot';
import { moment } from './response-parts.ts';

export const keyView = v.strictObject({
  keyId: v.string(),
  /** The tokens that it signs. */
  use: v.picklist(['access', 'refresh']),
  /** `next`: known everywhere and not signing yet. `current`: signs. `previous`: tokens that it signed are still good. */
  status: v.picklist(['next', 'current', 'previous']),
  createdAt: moment,
  signsFrom: moment,
});
export type KeyView = v.InferOutput<typeof keyView>;

/** GET /keys */
export const listKeysResponse = v.strictObject({ items: v.array(keyView) });
export type ListKeysResponse = v.InferOutput<typeof listKeysResponse>;
