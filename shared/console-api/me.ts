import * as v from 'valibot';
import { roles } from '../rules/roles.ts';

/** GET /me */
export const meResponse = v.strictObject({
  subject: v.string(),
  email: v.optional(v.string()),
  companyId: v.string(),
  role: v.picklist(roles),
});
export type MeResponse = v.InferOutput<typeof meResponse>;
