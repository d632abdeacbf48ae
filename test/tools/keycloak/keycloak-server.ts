import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startProgram } from '../processes.ts';
import realm from './realm.json' with { type: 'json' };

export const { clientId = '' } = realm.clients[0] ?? {};

const LISTENING = /Listening on: (?<url>http:\/\/127\.0\.0\.1:\d+)/;

/**
 * Starts Keycloak with the realm in realm.json, in development mode, on a free port, with all data in memory.
 * @param home Keycloak's folder
 * @param consoleUrl the address to which a sign-in returns, such as `http://127.0.0.1:3000/console/`
 */
export const startKeycloak = async (home: string, consoleUrl: string) => {
  await mkdir(join(home, 'data/import'), { recursive: true });
  await copyFile(join(import.meta.dirname, 'realm.json'), join(home, 'data/import/realm.json'));
  const { PATH, HOME, JAVA_HOME } = process.env;
  const options = ['--import-realm', '--http-host=127.0.0.1', '--http-port=0', '--db=dev-mem', '--cache=local'];
  const environment = {
    PATH,
    HOME,
    ...(JAVA_HOME && { JAVA_HOME }),
    // Keycloak replaces this variable in the realm.
    CONSOLE_URL: consoleUrl,
    // Without the optimizing compiler, the start takes half the time. The test is too short for that compiler to help.
    JAVA_OPTS_APPEND: '-XX:TieredStopAtLevel=1',
  };
  const isReady = (output: string): boolean => LISTENING.test(output);
  const { output, stop } = await startProgram(join(home, 'bin/kc.sh'), ['start-dev', ...options], environment, isReady);
  /** `iss` of the tokens of the realm. */
  const issuer = `${LISTENING.exec(output())?.groups?.['url']}/realms/${realm.realm}`;
  return { issuer, stop };
};

/** Presents a refresh token to an endpoint of the issuer. @returns the code of the error, if any */
export const presentToken = async (issuer: string, endpoint: 'token' | 'logout', token: string) => {
  const form = { grant_type: 'refresh_token', client_id: clientId, refresh_token: token };
  const url = `${issuer}/protocol/openid-connect/${endpoint}`;
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
  return (JSON.parse((await response.text()) || '{}') as { readonly error?: string }).error;
};
