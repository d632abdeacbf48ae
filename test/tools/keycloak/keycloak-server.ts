import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { watchProcess } from '../processes.ts';

export interface Keycloak {
  /** The server's address, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /**
   * Calls the Admin REST API as the administrator.
   * @param path the part of the path after `/admin/realms`
   * @returns the id of the created object, or an empty text if none was created
   * @throws Error if Keycloak rejects the call
   */
  readonly administer: (method: 'POST' | 'PUT', path: string, body?: object) => Promise<string>;
  readonly stop: () => Promise<void>;
}

const ADMINISTRATOR = 'admin';
/** The first start compiles Keycloak's configuration, which takes minutes on a busy machine. */
const START_TIMEOUT_MILLISECONDS = 10 * 60_000;
const LISTENING = /Listening on: (?<url>http:\/\/127\.0\.0\.1:\d+)/;

/** @param password the administrator's password */
export const makeAdministrator =
  (url: string, password: string): Keycloak['administer'] =>
  async (method, path, body) => {
    // Each call gets a new token, because tokens are valid for only a minute, and the calls before this one can take longer.
    const { access_token } = await requestTokens(`${url}/realms/master`, {
      client_id: 'admin-cli',
      username: ADMINISTRATOR,
      password,
    });
    const response = await fetch(`${url}/admin/realms${path}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.headers.get('location')?.split('/').at(-1) ?? '';
  };

/** Starts Keycloak in development mode, on a free port, with all data in memory. @param home Keycloak's folder */
export const startKeycloak = async (home: string): Promise<Keycloak> => {
  const password = randomBytes(16).toString('hex');
  const { PATH, HOME, JAVA_HOME } = process.env;
  const child = spawn(
    join(home, 'bin/kc.sh'),
    ['start-dev', '--http-host=127.0.0.1', '--http-port=0', '--db=dev-mem', '--cache=local'],
    {
      // Starts a separate process group, so that `kill` also reaches the Java processes that the script starts.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH,
        HOME,
        ...(JAVA_HOME && { JAVA_HOME }),
        KC_BOOTSTRAP_ADMIN_USERNAME: ADMINISTRATOR,
        KC_BOOTSTRAP_ADMIN_PASSWORD: password,
        // Without the optimizing compiler, the start takes half the time. The test is too short for that compiler to help.
        JAVA_OPTS_APPEND: '-XX:TieredStopAtLevel=1',
      },
    },
  );
  const { output, hasEnded } = watchProcess(child);
  const kill = (signal: NodeJS.Signals): void => {
    if (!hasEnded() && child.pid !== undefined) process.kill(-child.pid, signal);
  };
  const killAtExit = (): void => kill('SIGKILL');
  process.on('exit', killAtExit);
  const stop = async (): Promise<void> => {
    if (!hasEnded()) {
      const ended = once(child, 'exit');
      kill('SIGTERM');
      await ended;
    }
    process.off('exit', killAtExit);
  };

  const giveUpAt = Date.now() + START_TIMEOUT_MILLISECONDS;
  while (!LISTENING.test(output())) {
    if (hasEnded() || Date.now() > giveUpAt) {
      await stop();
      throw new Error(`Keycloak did not start:\n${output().slice(-3000)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const url = LISTENING.exec(output())?.groups?.['url'] ?? '';

  return { url, administer: makeAdministrator(url, password), stop };
};

/** Sends a request to the token endpoint. The grant is `password` (RFC 6749, section 4.3) unless the form names another. */
export const requestTokens = async (issuer: string, form: Record<string, string>) => {
  const response = await fetch(`${issuer}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', ...form }),
  });
  return (await response.json()) as { readonly access_token?: string; readonly error?: string };
};
