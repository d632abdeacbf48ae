import type { MeResponse } from '../../../shared/console-api/me.ts';
import type { RouteHandler } from '../route-context.ts';

/** GET /me */
export const getMe: RouteHandler = async ({ member: { subject, email, role }, companyId }) => {
  const body: MeResponse = { subject, ...(email !== undefined && { email }), companyId, role };
  return { statusCode: 200, body };
};
