import type { RouteId } from '../../shared/routes.ts';
import type { FunctionHandler } from './gateway/call-function.ts';

/** The very modules that the stack deploys. They read their settings as they load: `process.env` has to hold them. */
export const loadFunctions = async (): Promise<Record<RouteId, FunctionHandler>> => {
  const [auth, refresh, checkin] = await Promise.all([
    import('../../functions/auth/handler.ts'),
    import('../../functions/refresh/handler.ts'),
    import('../../functions/checkin/handler.ts'),
  ]);
  return { auth: auth.handler, refresh: refresh.handler, checkin: checkin.handler };
};
