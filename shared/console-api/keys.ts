import * as v from 'valibot';
import { moment } from './response-parts.ts';

export const keyView = v.strictObject({
  keyId: v.string(),
  /** The kind of token that the key signs. */
  use: v.picklist(['access', 'refresh']),
  /** `next`: does not sign yet. `current`: signs. `previous`: does not sign; its tokens are still valid. */
  status: v.picklist(['next', 'current', 'previous']),
  createdAt: moment,
  signsFrom: moment,
});
export type KeyView = v.InferOutput<typeof keyView>;

/** GET /keys */
export const listKeysResponse = v.strictObject({ items: v.array(keyView) });
export type ListKeysResponse = v.InferOutput<typeof listKeysResponse>;
