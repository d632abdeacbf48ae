import type { Finding } from '../session.ts';
import { localApiUrl } from './local-environment.ts';

const TIMEOUT_MILLISECONDS = 5_000;

/** Calls `POST /auth` with an empty body. @returns the status; undefined if there is no response */
const callAuth = async (url: string): Promise<number | undefined> => {
  try {
    const { status } = await fetch(`${url}/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    return status;
  } catch {
    return undefined;
  }
};

/**
 * Checks that the local service's API listens at `PORT`: it must respond with 400 to a log-in without credentials.
 * @throws OperatorError if `PORT` is not a port number
 */
export const checkLocalApi = async (environment: NodeJS.ProcessEnv): Promise<readonly Finding[]> => {
  const url = localApiUrl(environment);
  const status = await callAuth(url);
  const check = 'api';
  if (status === 400) return [{ check, ok: true, message: `The API is at ${url}.` }];
  const problem =
    status === undefined
      ? `Nothing responds at ${url}`
      : `${url} is not the API of the service, or FAULTS are on: POST /auth with an empty body gives ${status} instead of 400`;
  return [
    { check, ok: false, message: `${problem}. Set PORT to the port after "Ready on" in the output of npm start.` },
  ];
};
