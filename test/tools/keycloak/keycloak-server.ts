import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { watchProcess } from '../processes.ts';
import realm from './realm.json' with { type: 'json' };

export interface Keycloak {
  /** `iss` of the tokens of the realm in realm.json. */
  readonly issuer: string;
  readonly stop: () => Promise<void>;
}

export const { clientId = '' } = realm.clients[0] ?? {};

/** The first start compiles Keycloak's configuration, which takes minutes on a busy machine. */
const START_TIMEOUT_MILLISECONDS = 10 * 60_000;
const LISTENING = /Listening on: (?<url>http:\/\/127\.0\.0\.1:\d+)/;

/**
 * Starts Keycloak with the realm in realm.json, in development mode, on a free port, with all data in memory.
 * @param home Keycloak's folder
 * @param consoleUrl the address to which a sign-in returns, such as `http://127.0.0.1:3000/console/`
 */
export const startKeycloak = async (home: string, consoleUrl: string): Promise<Keycloak> => {
  await mkdir(join(home, 'data/import'), { recursive: true });
  await copyFile(join(import.meta.dirname, 'realm.json'), join(home, 'data/import/realm.json'));
  const { PATH, HOME, JAVA_HOME } = process.env;
  const options = ['--import-realm', '--http-host=127.0.0.1', '--http-port=0', '--db=dev-mem', '--cache=local'];
  const child = spawn(join(home, 'bin/kc.sh'), ['start-dev', ...options], {
    // Starts a separate process group, so that `kill` also reaches the Java processes that the script starts.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH,
      HOME,
      ...(JAVA_HOME && { JAVA_HOME }),
      // Keycloak replaces this variable in the realm.
      CONSOLE_URL: consoleUrl,
      // Without the optimizing compiler, the start takes half the time. The test is too short for that compiler to help.
      JAVA_OPTS_APPEND: '-XX:TieredStopAtLevel=1',
    },
  });
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
  return { issuer: `${LISTENING.exec(output())?.groups?.['url']}/realms/${realm.realm}`, stop };
};

/** Presents a refresh token to an endpoint of the issuer. @returns the code of the error, if any */
export const presentToken = async (issuer: string, endpoint: 'token' | 'logout', token: string) => {
  const form = { grant_type: 'refresh_token', client_id: clientId, refresh_token: token };
  const url = `${issuer}/protocol/openid-connect/${endpoint}`;
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
  return (JSON.parse((await response.text()) || '{}') as { readonly error?: string }).error;
};
