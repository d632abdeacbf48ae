import type { Page } from 'playwright-core';
import { launchBrowser, openWindow } from '../../browser/support/console-browser.ts';
import { makeChecks } from '../deploy/checks.ts';
import { cacheFolder } from '../installed-programs.ts';
import { runCommand } from '../processes.ts';
import { readOptions } from '../read-options.ts';
import { checkConsole, type KeycloakUser } from './console-checks.ts';
import { hostConsole, type HostedConsole } from './hosted-console.ts';
import { downloadUrl, findKeycloak, missingPrograms } from './keycloak-distribution.ts';
import { clientId, startKeycloak } from './keycloak-server.ts';
import realm from './realm.json' with { type: 'json' };

readOptions(`Usage: npm run test:keycloak

Tests the web console in a real browser, with a Keycloak that runs on this machine: sign-in, renewal of tokens, sign-out
and a person who is not a member. Needs Java 17 or later, unzip and Chromium. The first run
downloads Keycloak (154 MB) from ${downloadUrl}
into ${cacheFolder} and checks its SHA-512. Everything listens on 127.0.0.1, on free ports, and stores its data in memory.
Exit code 0 if every check passes, 1 if a check fails, 2 if the test cannot run here.`);

const STEP_TIMEOUT_MILLISECONDS = 60_000;

/**
 * Adds the first owner of a company, as an operator does.
 * @returns the output of the command
 */
const addOwner = async ({ url, databaseUrl }: HostedConsole, { id }: KeycloakUser): Promise<string> => {
  const words = 'bin/admin.ts members add --local --company acme --role owner --json --subject'.split(' ');
  const environment = { ...process.env, PORT: new URL(url).port, AWS_ENDPOINT_URL_DYNAMODB: databaseUrl };
  const { code, stdout, stderr } = await runCommand(process.execPath, [...words, id], environment);
  if (code !== 0) throw new Error(`members add failed: ${stderr}`);
  return stdout;
};

/** @returns whether all checks passed */
const run = async (stops: (() => Promise<void>)[]): Promise<boolean> => {
  const startedAt = performance.now();
  const home = await findKeycloak();
  const web = await hostConsole();
  stops.push(() => web.stop());
  const { issuer, stop } = await startKeycloak(home, `${web.url}/console/`);
  stops.push(stop);
  const startSeconds = (performance.now() - startedAt) / 1000;

  await web.serve(issuer, clientId);
  const [owner, stranger] = realm.users as [KeycloakUser, KeycloakUser];
  const checks = makeChecks((line) => console.log(line));
  const added = JSON.parse(await addOwner(web, owner)) as { issuer: string };
  checks.check('members add takes the issuer of the console', added.issuer === issuer, added.issuer);

  const browser = await launchBrowser();
  stops.push(() => browser.close());
  const openPage = async (): Promise<Page> => {
    const page = await openWindow(browser, web.url);
    page.setDefaultTimeout(STEP_TIMEOUT_MILLISECONDS);
    return page;
  };
  await checkConsole({ web, issuer, owner, stranger, openPage, checks });
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(
    `${checks.count()} checks, ${checks.failures.length} wrong, in ${seconds.toFixed(0)} s, of which ${startSeconds.toFixed(0)} s to start Keycloak.`,
  );
  return checks.failures.length === 0;
};

const main = async (): Promise<number> => {
  const missing = missingPrograms();
  if (missing.length > 0) {
    console.log(`Not run: this machine does not have ${missing.join(', ')}. See npm run test:keycloak -- --help`);
    return 2;
  }
  const stops: (() => Promise<void>)[] = [];
  try {
    return (await run(stops)) ? 0 : 1;
  } catch (error) {
    console.error(error);
    return 1;
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
};

// An interruption makes this process exit, which kills Keycloak. Without this handler, Keycloak would continue to run.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
process.exit(await main());
