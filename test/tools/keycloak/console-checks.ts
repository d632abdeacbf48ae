import type { Page, Request } from 'playwright-core';
import { CONSOLE_API_PATH, CONSOLE_SCOPE } from '../../../shared/console-api/routes.ts';
import { problemsOf } from '../../browser/support/console-browser.ts';
import type { Checks } from '../run-tool.ts';
import type { HostedConsole } from './hosted-console.ts';
import { presentToken } from './keycloak-server.ts';
import realm from './realm.json' with { type: 'json' };

/** The console renews a token 15 seconds before its expiry. */
const LIFETIME_MILLISECONDS = realm.accessTokenLifespan * 1000;

/** A user of the realm. `id`: `sub` of the user's tokens. */
export type KeycloakUser = (typeof realm.users)[number];

export interface TestContext {
  readonly web: HostedConsole;
  readonly issuer: string;
  /** A member of a company. */
  readonly owner: KeycloakUser;
  /** A person who is not a member of any company. */
  readonly stranger: KeycloakUser;
  readonly openPage: () => Promise<Page>;
  readonly checks: Checks;
}

/** The console's stored sign-in, in the format of `oidc-client-ts`. */
interface StoredSignIn {
  readonly access_token: string;
  readonly refresh_token: string;
}

const readSignIn = async (page: Page): Promise<StoredSignIn> => {
  const text = await page.evaluate<string>(
    "sessionStorage.getItem(Object.keys(sessionStorage).find((key) => key.startsWith('oidc.user')) ?? '') ?? '{}'",
  );
  return JSON.parse(text) as StoredSignIn;
};

/** Fills in Keycloak's sign-in form. */
const logIn = async (page: Page, { username, credentials }: KeycloakUser): Promise<void> => {
  await page.getByRole('textbox', { name: 'Username or email' }).fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(credentials[0]?.value ?? '');
  await page.getByRole('button', { name: 'Sign In' }).click();
};

/** Signs in to the console through Keycloak's page. */
const signIn = async (page: Page, address: string, user: KeycloakUser): Promise<void> => {
  await page.goto(address);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await logIn(page, user);
  await page.waitForURL((url) => url.pathname.startsWith('/console/') && !url.searchParams.has('code'));
};

/** Matches only a complete token, because some parameters of Keycloak's own URLs begin like one. */
const TOKEN = /eyJ[\w-]+\.[\w-]+\.[\w-]+/;

const isTokenRequest = (request: Request): boolean => new URL(request.url()).pathname.endsWith('/token');

/** Calls `GET /me` with the page's access token. */
const callApi = async (origin: string, page: Page) => {
  const { access_token: token } = await readSignIn(page);
  const response = await fetch(`${origin}${CONSOLE_API_PATH}/me`, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
};

const signInAsOwner = async (
  page: Page,
  requested: readonly URL[],
  { web, owner, checks: { check, equal } }: TestContext,
): Promise<void> => {
  await signIn(page, `${web.url}/console/clients?q=gate`, owner);
  await page.getByRole('heading', { level: 1, name: 'API clients' }).waitFor();
  const query = requested.find(({ pathname }) => pathname.endsWith('/auth'))?.searchParams;
  equal(
    'the console requests a code from Keycloak, with PKCE',
    [query?.get('response_type'), query?.get('code_challenge_method')],
    ['code', 'S256'],
  );
  const scopes = query?.get('scope')?.split(' ') ?? [];
  check('… and the scope of the console', scopes.includes(CONSOLE_SCOPE), scopes);
  equal('signing in at Keycloak returns to the address that was open', page.url(), `${web.url}/console/clients?q=gate`);
  const { body: me } = await callApi(web.url, page);
  const found = [me['subject'], me['role']];
  equal('the API recognises the owner by the subject of the token', found, [owner.id, 'owner']);
};

const createClient = async (page: Page, { checks: { check } }: TestContext): Promise<void> => {
  await page.getByRole('button', { name: 'Create API client' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create API client' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Gate of Keycloak');
  await dialog.getByRole('button', { name: 'Create API client' }).click();
  const secretDialog = page.getByRole('dialog', { name: 'Secret of Gate of Keycloak' });
  const secret = await secretDialog.getByRole('textbox', { name: 'Client secret' }).inputValue();
  await secretDialog.getByRole('checkbox', { name: 'I have stored the secret' }).check();
  await secretDialog.getByRole('button', { name: 'Done' }).click();
  check('the owner creates an API client', secret.length > 30, secret.length);
  await page.reload();
  await page.getByRole('row', { name: /Gate of Keycloak/ }).waitFor();
  check('a reload shows the API client, without another sign-in', true);
};

const renewTokens = async (page: Page, { checks: { check } }: TestContext): Promise<void> => {
  const before = await readSignIn(page);
  await page.waitForTimeout(LIFETIME_MILLISECONDS);
  const [request] = await Promise.all([
    page.waitForRequest(isTokenRequest),
    page.getByRole('link', { name: 'Members' }).click(),
  ]);
  await page.getByRole('table', { name: 'Members' }).waitFor();
  const after = await readSignIn(page);
  const form = new URLSearchParams(request.postData() ?? '');
  check(
    'an access token that has expired is renewed with the refresh token',
    form.get('grant_type') === 'refresh_token' && after.access_token !== before.access_token,
    form.get('grant_type'),
  );
};

/** Ends the session, which revokes the refresh token. After a sign-in in another window, the console continues. */
const signInAgain = async (
  page: Page,
  { web, issuer, owner, checks: { check, equal } }: TestContext,
): Promise<void> => {
  await presentToken(issuer, 'logout', (await readSignIn(page)).refresh_token);
  await page.waitForTimeout(LIFETIME_MILLISECONDS);
  await page.getByRole('link', { name: 'API clients' }).click();
  const [other] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Open sign-in in a new window' }).click(),
  ]);
  const closed = other.waitForEvent('close');
  await logIn(other, owner);
  await page.getByRole('row', { name: /Gate of Keycloak/ }).waitFor();
  check(
    'after the session has ended, the owner signs in again in another window, and the first window continues',
    true,
  );
  await closed;
  check('the other window closes by itself', true);
  equal('the API accepts the token of the new session', (await callApi(web.url, page)).status, 200);
};

const signOut = async (page: Page, { web, issuer, checks: { check, equal } }: TestContext): Promise<void> => {
  const { refresh_token: refreshToken } = await readSignIn(page);
  // This revokes the refresh token, which ends the session, so Keycloak does not ask whether to log out.
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  const isBack = page.url().startsWith(`${web.url}/console/`);
  check('signing out goes through Keycloak and back to the console', isBack, page.url());
  const kept = await page.evaluate<string>('JSON.stringify(sessionStorage)');
  check('signing out leaves no token in the session storage', !kept.includes('eyJ'));
  const error = await presentToken(issuer, 'token', refreshToken);
  equal('Keycloak has ended the session, so its refresh token is revoked', error, 'invalid_grant');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('textbox', { name: 'Password' }).waitFor();
  check('the next sign-in asks for the password again', true);
};

const signInAsStranger = async ({ web, stranger, openPage, checks: { equal } }: TestContext): Promise<void> => {
  const page = await openPage();
  await signIn(page, `${web.url}/console/`, stranger);
  await page.getByText('belongs to no company').waitFor();
  const shown = await page.getByRole('textbox', { name: 'Your account ID (subject)' }).inputValue();
  equal('a person who is not a member is shown their subject, to pass on to an owner', shown, stranger.id);
  const { status, body } = await callApi(web.url, page);
  equal('the API refuses a person who is not a member', [status, body['code']], [403, 'not_a_member']);
};

/** Signs in to the console through Keycloak's pages, and checks which actions and tokens are accepted or rejected. */
export const checkConsole = async (context: TestContext): Promise<void> => {
  const page = await context.openPage();
  const requested: URL[] = [];
  page.on('request', (request) => requested.push(new URL(request.url())));
  await signInAsOwner(page, requested, context);
  await createClient(page, context);
  await renewTokens(page, context);
  await signInAgain(page, context);
  await signOut(page, context);
  const { equal } = context.checks;
  const withToken = requested.filter(({ href }) => TOKEN.test(href));
  equal('no URL contained a token', withToken.map(String), []);
  equal('nothing broke the security policy', problemsOf(page), []);
  await signInAsStranger(context);
};
