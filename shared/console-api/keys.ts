import * as v from 'valibot';
import { moment, type RouteSchemas } from './parts.ts';

const keyView = v.strictObject({
  keyId: v.string(),
  /** The kind of tokens that the key signs. */
  use: v.picklist(['access', 'refresh']),
  /** `next`: does not sign yet. `current`: signs. `previous`: does not sign; its tokens are still valid. */
  status: v.picklist(['next', 'current', 'previous']),
  createdAt: moment,
  /** Absent until the key is published. */
  signsFrom: v.optional(moment),
  /** The public half of an access key, in base64url (`x` of its JWK). Absent until the key is published. */
  publicKey: v.optional(v.string()),
  /** When the last token signed by a previous key expires. */
  verifiesUntil: v.optional(moment),
});

export const keySchemas = {
  listKeys: {
    summary: 'List the signing keys',
    description: 'Never the keys themselves.',
    response: v.strictObject({ items: v.array(keyView) }),
  },
} satisfies Record<string, RouteSchemas>;
