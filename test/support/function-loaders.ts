import type { FunctionLoaders } from '../../lib/local/service.ts';

/** The functions as `bin/local.ts` passes them to the local service. */
export const functionLoaders: FunctionLoaders = {
  auth: () => import('../../functions/auth/handler.ts'),
  refresh: () => import('../../functions/refresh/handler.ts'),
  checkin: () => import('../../functions/checkin/handler.ts'),
  batch: () => import('../../functions/batch/handler.ts'),
  sync: () => import('../../functions/sync/handler.ts'),
  admin: () => import('../../functions/admin/handler.ts'),
  push: () => import('../../functions/push/handler.ts'),
};
