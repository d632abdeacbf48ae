import { startFaultyProxy, type FaultyProxy } from './faulty-proxy.ts';
import { useForFile } from './use-service.ts';

/** Runs a proxy in front of a service for the tests of a file. */
export const useFaultyProxy = (service: { readonly url: string }): FaultyProxy =>
  useForFile(() => startFaultyProxy(service.url));
