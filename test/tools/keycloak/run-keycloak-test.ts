import { launchBrowser, openWindow } from '../../browser/support/console-browser.ts';
import { cacheFolder, run } from '../installed-programs.ts';
import { runTool } from '../run-tool.ts';
import { checkConsole, type KeycloakUser } from './console-checks.ts';
import { hostConsole } from './hosted-console.ts';
import { downloadUrl, findKeycloak, missingPrograms } from './keycloak-distribution.ts';
import { clientId, startKeycloak } from './keycloak-server.ts';
import realm from './realm.json' with { type: 'json' };

const HELP = `Usage: npm run test:keycloak

Tests the web console in a real browser, with a Keycloak that runs on this machine: sign-in, renewal of tokens, sign-out
and a person who is not a member. Needs Java 17 or later, unzip and Chromium. The first run
downloads Keycloak (154 MB) from ${downloadUrl}
into ${cacheFolder} and checks its SHA-512. Everything listens on 127.0.0.1, on free ports, and stores its data in memory.`;

await runTool({
  help: HELP,
  missing: missingPrograms,
  run: async ({ checks, defer }) => {
    const home = await findKeycloak();
    const web = await hostConsole();
    defer(() => web.stop());
    const { issuer, stop } = await startKeycloak(home, `${web.url}/console/`);
    defer(stop);
    await web.serve(issuer, clientId);

    const [owner, stranger] = realm.users as [KeycloakUser, KeycloakUser];
    // Adds the first owner of a company, as an operator does.
    const words = 'bin/admin.ts members add --local --company acme --role owner --json --subject'.split(' ');
    const environment = { PORT: new URL(web.url).port, AWS_ENDPOINT_URL_DYNAMODB: web.databaseUrl };
    const added = await run(process.execPath, [...words, owner.id], undefined, environment);
    const { issuer: taken } = JSON.parse(added) as { issuer: string };
    checks.equal('members add takes the issuer of the console', taken, issuer);

    const browser = await launchBrowser();
    defer(() => browser.close());
    const openPage = () => openWindow(browser, web.url);
    await checkConsole({ web, issuer, owner, stranger, openPage, checks });
  },
});
