import type { FunctionLoaders } from '../../lib/local/service.ts';

let serviceCount = 0;

/**
 * Returns loaders of the functions, as `bin/local.ts` passes them to the local service. Each service loads the functions again,
 * because they read their settings when they load.
 */
export const makeFunctionLoaders = (): FunctionLoaders => {
  serviceCount += 1;
  const load = (name: keyof FunctionLoaders) => () =>
    import(`../../functions/${name}/handler.ts?service=${serviceCount}`);
  return {
    auth: load('auth'),
    refresh: load('refresh'),
    checkin: load('checkin'),
    batch: load('batch'),
    sync: load('sync'),
    admin: load('admin'),
    push: load('push'),
    events: load('events'),
    housekeeping: load('housekeeping'),
  };
};
