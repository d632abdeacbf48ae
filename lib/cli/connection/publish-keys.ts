import { routes } from '../../../shared/routes.ts';

/** In milliseconds. */
const TIMEOUT = 5_000;

/** Requests the public keys, which makes `auth` publish new ones. @throws Error if the API does not respond with keys */
export const publishKeys = async (apiUrl: string): Promise<void> => {
  const { ok, status } = await fetch(apiUrl + routes.jwks.path, { signal: AbortSignal.timeout(TIMEOUT) });
  if (!ok) throw new Error(`${apiUrl} responded with ${status}`);
};
