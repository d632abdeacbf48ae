import { type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import type { ConsoleConfig } from './config.ts';

/** The sign-in. Only {@link Session.accessToken} leaves this file, and only for the API. */
export interface Session {
  /** A token that is valid for at least some seconds, refreshed if necessary; undefined if the sign-in has ended. */
  readonly accessToken: () => Promise<string | undefined>;
  /** `sub` of the account, to show to an owner, who can add it to a company. */
  readonly subject: () => Promise<string | undefined>;
  /** Opens the issuer's page and returns to the current address afterwards. */
  readonly signIn: () => Promise<void>;
  /** Ends the tokens and the session at the issuer, as far as the issuer can, and removes them here. */
  readonly signOut: () => Promise<void>;
  /**
   * Signs in in a window of its own, so that this page stays as it is. Must be called while a click is handled. Loads the page again
   * if another person signed in.
   * @throws if the issuer rejects the sign-in
   */
  readonly signInAgain: () => Promise<void>;
}

/** The only redirect URI that the issuer knows. The `state` holds the address that was open before. */
const HOME = '/console/';
const SPARE_SECONDS = 15;
/** For each request to the issuer, so that signing out does not wait for an issuer that is away. */
const TIMEOUT_SECONDS = 10;
/** In the `state` of a sign-in in a window of its own. */
const OWN_WINDOW = 'window';

const isOfOwnWindow = (query: URLSearchParams): boolean => query.get('state')?.endsWith(`;${OWN_WINDOW}`) === true;

const isLocalAddress = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(HOME) && new URL(value, location.origin).origin === location.origin;

/**
 * Finishes a sign-in after the redirect from the issuer, if there was one, and restores the address that was open before.
 * @returns the session, whether a person is signed in, and whether the last attempt to sign in failed: the issuer
 * rejected it, or its response does not belong to a request of this tab
 */
export const startSession = async (
  config: ConsoleConfig,
): Promise<{ session: Session; isSignedIn: boolean; hasFailed: boolean }> => {
  const home = location.origin + HOME;
  // Tokens and the PKCE verifier stay in this tab: the library's default for the verifier is localStorage.
  const store = new WebStorageStateStore({ store: sessionStorage });
  const manager = new UserManager({
    authority: config.issuer,
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
    const isEnding = user?.expires_in !== undefined && user.expires_in < SPARE_SECONDS;
    if (user?.refresh_token !== undefined && isEnding) user = await renew();
    return user === null || user.expired === true ? undefined : user.access_token;
  };

  let hasFailed = false;
  const query = new URLSearchParams(location.search);
  if (query.has('state') && (query.has('code') || query.has('error'))) {
    try {
      if (isOfOwnWindow(query)) {
        // Hands the code to the page that opened this window and alone has its PKCE verifier, and closes this window.
        await manager.signinPopupCallback();
        history.replaceState(null, '', HOME);
      } else {
        const user = await manager.signinCallback();
        history.replaceState(null, '', isLocalAddress(user?.state) ? user.state : HOME);
      }
    } catch {
      history.replaceState(null, '', HOME);
      hasFailed = true;
    }
  }

  const session: Session = {
    accessToken,
    subject: async () => (await manager.getUser())?.profile.sub,
    signIn: () => manager.signinRedirect({ state: location.pathname + location.search }),
    signOut: async () => {
      const user = await manager.getUser();
      try {
        // With the refresh token, the issuer ends all tokens of the sign-in (RFC 7009). Cognito accepts no other.
        await manager.revokeTokens([user?.refresh_token === undefined ? 'access_token' : 'refresh_token']);
      } catch {
        // The issuer cannot revoke tokens, or does not respond.
      }
      // Before the sign-out page: otherwise the library puts the ID token into the URL.
      await manager.removeUser();
      try {
        // Cognito does not support post_logout_redirect_uri; it needs logout_uri.
        await manager.signoutRedirect({ extraQueryParams: { logout_uri: home } });
      } catch {
        // The issuer has no sign-out page or does not respond. This window has removed its tokens in any case.
        location.assign(home);
      }
    },
    signInAgain: async () => {
      const before = manager.getUser();
      const after = await manager.signinPopup({ url_state: OWN_WINDOW });
      const subject = (await before)?.profile.sub;
      if (subject === undefined || subject === after.profile.sub) return;
      location.reload();
      await new Promise(() => undefined);
    },
  };
  return { session, isSignedIn: (await accessToken()) !== undefined, hasFailed };
};
