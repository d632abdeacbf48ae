import { ErrorResponse, type OidcMetadata, type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { forget, recall, remember } from './remember.ts';

/** The content of /console/config.json. */
interface ConsoleConfig {
  /** The OpenID Connect issuer, such as `https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_ABC`. */
  readonly issuer: string;
  readonly clientId: string;
  /** The base URL of the gates' API. */
  readonly apiUrl?: string;
  /** Default: `openid email checkin-console/admin`. */
  readonly scope?: string;
  /** The `audience` parameter of the sign-in. Some issuers require it to set the audience of the access token. */
  readonly audience?: string;
}

// Names of what a tab remembers.
const CONFIG = 'config';
/** The issuer's endpoints, for the page to which the issuer redirects, which would otherwise have to read them again. */
const ENDPOINTS = 'endpoints';
/** The last response to GET /me. */
export const MEMBER = 'member';
/** Set once the tab has asked the issuer whether the person is signed in, and after signing out: it does not ask again. */
const ASKED = 'asked';

const fetchConfig = async (): Promise<ConsoleConfig> => {
  const response = await fetch('/console/config.json');
  if (!response.ok) throw new Error(`/console/config.json: ${response.status}`);
  const config = (await response.json()) as ConsoleConfig;
  remember(CONFIG, config);
  return config;
};

/** Loads the settings. A tab that has loaded them before uses those at once, and gets any changes at its next reload. */
export const loadConfig = async (): Promise<ConsoleConfig> => {
  const fetched = fetchConfig();
  const known = recall(CONFIG) as ConsoleConfig | undefined;
  if (known === undefined) return fetched;
  fetched.catch(() => undefined);
  return known;
};

/** The sign-in. The access token is the only token that leaves this file, and it is sent only to the API. */
export interface Session {
  /** A token that stays valid for at least 15 seconds, refreshed if necessary; undefined if the sign-in has expired. */
  readonly accessToken: () => Promise<string | undefined>;
  /** The account's `sub`, by which an owner can invite the person. */
  readonly subject: () => Promise<string | undefined>;
  /** Opens the issuer's page and returns to the current address afterwards. */
  readonly signIn: () => Promise<void>;
  /** Removes the tokens from this window. If the issuer supports it, also revokes the tokens and ends the issuer's session. */
  readonly signOut: () => Promise<void>;
  /**
   * Opens a pop-up window for signing in, so that this page keeps its state. Browsers allow this only in a click handler.
   * Reloads the page if a different person signed in.
   * @throws if the issuer rejects the sign-in
   */
  readonly signInAgain: () => Promise<void>;
}

/** The only redirect URI that is registered with the issuer. The `state` parameter contains the address that was open before. */
const HOME = '/console/';
const MIN_VALID_SECONDS = 15;
/** Timeout of each request to the issuer, so that signing out does not wait for an issuer that does not respond. */
const TIMEOUT_SECONDS = 10;
/** Marks the `state` of a sign-in in a pop-up window: the library appends it. */
const POPUP = 'window';

/** The issuer's responses to a silent sign-in if it has to ask the person (OpenID Connect Core 1.0, section 3.1.2.6). */
const NEEDS_PERSON = new Set([
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]);

const isPopup = (query: URLSearchParams): boolean => query.get('state')?.endsWith(`;${POPUP}`) === true;

/**
 * Finishes a sign-in after the redirect from the issuer, if there was one, and restores the address that was open before. In a
 * new tab, first asks the issuer for a sign-in without asking the person.
 * @returns the session, the access token if a person is signed in, and whether the sign-in that ended with this redirect failed: the
 * issuer rejected it, or this tab did not request it
 */
export const startSession = async (
  config: ConsoleConfig,
): Promise<{ session: Session; token: string | undefined; hasFailed: boolean }> => {
  const home = location.origin + HOME;
  // Keeps the tokens and the PKCE verifier in this tab. By default, the library stores the verifier in localStorage.
  const store = new WebStorageStateStore({ store: sessionStorage });
  const metadata = recall(ENDPOINTS) as Partial<OidcMetadata> | undefined;
  forget(ENDPOINTS);
  const manager = new UserManager({
    authority: config.issuer,
    ...(metadata && { metadata }),
    client_id: config.clientId,
    redirect_uri: home,
    post_logout_redirect_uri: home,
    response_type: 'code',
    scope: config.scope ?? 'openid email checkin-console/admin',
    ...(config.audience !== undefined && { extraQueryParams: { audience: config.audience } }),
    userStore: store,
    stateStore: store,
    // Without a refresh token, the library would renew in an iframe, which the content security policy forbids.
    automaticSilentRenew: false,
    loadUserInfo: false,
    requestTimeoutInSeconds: TIMEOUT_SECONDS,
  });

  /** Opens the issuer's page, which returns to the current address. */
  const redirect = async (prompt?: 'none'): Promise<void> => {
    remember(ENDPOINTS, await manager.metadataService.getMetadata());
    await manager.signinRedirect({ ...(prompt && { prompt }), state: location.pathname + location.search });
  };

  let renewal: Promise<User | null> | undefined;
  const renew = (): Promise<User | null> => {
    renewal ??= manager
      .signinSilent()
      .catch(() => null)
      .finally(() => {
        renewal = undefined;
      });
    return renewal;
  };

  const accessToken = async (): Promise<string | undefined> => {
    let user = await manager.getUser();
    const expiresSoon = user?.expires_in !== undefined && user.expires_in < MIN_VALID_SECONDS;
    if (user?.refresh_token !== undefined && expiresSoon) user = await renew();
    return user === null || user.expired === true ? undefined : user.access_token;
  };

  let hasFailed = false;
  const query = new URLSearchParams(location.search);
  if (query.has('state') && (query.has('code') || query.has('error'))) {
    try {
      if (isPopup(query)) {
        // Only the page that opened this window has the PKCE verifier. This hands the code to that page and closes the window.
        await manager.signinPopupCallback();
        history.replaceState(null, '', HOME);
      } else {
        const user = await manager.signinCallback();
        forget(ASKED);
        forget(MEMBER);
        history.replaceState(null, '', typeof user?.state === 'string' ? user.state : HOME);
      }
    } catch (error) {
      const needsPerson = error instanceof ErrorResponse && NEEDS_PERSON.has(error.error ?? '');
      history.replaceState(null, '', needsPerson && typeof error.state === 'string' ? error.state : HOME);
      hasFailed = !needsPerson;
    }
  }

  const token = await accessToken();
  // In a new tab, the person may be signed in at the issuer already. The content security policy forbids asking in an iframe.
  if (token === undefined && !hasFailed && recall(ASKED) === undefined) {
    remember(ASKED, true);
    try {
      await redirect('none');
      // The browser leaves the page.
      await new Promise(() => undefined);
    } catch {
      // The issuer does not respond. The person can sign in later.
    }
  }

  const session: Session = {
    accessToken,
    subject: async () => (await manager.getUser())?.profile.sub,
    signIn: () => redirect(),
    signOut: async () => {
      const user = await manager.getUser();
      try {
        // Revoking the refresh token ends all tokens of the sign-in (RFC 7009). Cognito can revoke only refresh tokens.
        await manager.revokeTokens([user?.refresh_token === undefined ? 'access_token' : 'refresh_token']);
      } catch {
        // The issuer cannot revoke tokens, or does not respond.
      }
      // This comes before the sign-out, because otherwise the library puts the ID token into the URL of the sign-out page.
      await manager.removeUser();
      remember(ASKED, true);
      forget(MEMBER);
      try {
        // Cognito does not support post_logout_redirect_uri; it needs logout_uri.
        await manager.signoutRedirect({ extraQueryParams: { logout_uri: home } });
      } catch {
        // The issuer has no sign-out page or does not respond. This window has removed its tokens in any case.
        location.assign(home);
      }
    },
    signInAgain: async () => {
      // Awaited only after the pop-up has opened, because browsers allow a pop-up only at once after a click.
      const previousUser = manager.getUser();
      const newUser = await manager.signinPopup({ url_state: POPUP });
      const subject = (await previousUser)?.profile.sub;
      if (subject === undefined || subject === newUser.profile.sub) return;
      forget(MEMBER);
      location.reload();
      // The browser leaves the page.
      await new Promise(() => undefined);
    },
  };
  return { session, token, hasFailed };
};
