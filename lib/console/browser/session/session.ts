import { User, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import type { ConsoleConfig } from './config.ts';

/** The sign-in. Only {@link Session.accessToken} leaves this file, and only for the API. */
export interface Session {
  /** A token that is valid for at least some seconds, refreshed if necessary; undefined if the sign-in has ended. */
  readonly accessToken: () => Promise<string | undefined>;
  /** `sub` of the account, to show to an owner, who can add it to a company. */
  readonly subject: () => Promise<string | undefined>;
  /** Opens the issuer's page and returns to the current address afterwards. */
  readonly signIn: () => Promise<void>;
  readonly signOut: () => Promise<void>;
  /** Takes over the sign-in from another window of the same person; resolves when that has signed in. */
  readonly waitForOtherWindow: (signal: AbortSignal) => Promise<void>;
}

/** The only redirect URI that the issuer knows. The `state` holds the address that was open before. */
const HOME = '/console/';
const CHANNEL = 'checkin-console.session';
const SPARE_SECONDS = 15;
const RENEWAL = `${HOME}?renew`;

const isLocalAddress = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(HOME) && new URL(value, location.origin).origin === location.origin;

/**
 * Finishes a sign-in after the redirect from the issuer, if there was one, and restores the address that was open before.
 * @returns the session, whether a person is signed in, and whether the last attempt to sign in failed: the issuer
 * refused it, or its response does not belong to a request of this tab
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
  });
  const channel = new BroadcastChannel(CHANNEL);
  const tellOtherWindows = channel.postMessage.bind(channel);

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
      const user = await manager.signinCallback();
      const state: unknown = user?.state;
      history.replaceState(null, '', isLocalAddress(state) && state !== RENEWAL ? state : HOME);
      if (user) tellOtherWindows(user.toStorageString());
      // This window was opened by another one to sign in again, and can be closed.
      if (state === RENEWAL) close();
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
      // Remove the user first: otherwise the library puts the ID token into the URL.
      await manager.removeUser();
      try {
        // Cognito does not support post_logout_redirect_uri; it needs logout_uri.
        await manager.signoutRedirect({ extraQueryParams: { logout_uri: home } });
      } catch {
        // The issuer has no sign-out page or does not respond. This window has removed its tokens in any case.
        location.assign(home);
      }
    },
    waitForOtherWindow: (signal) =>
      new Promise((resolve) => {
        const take = async ({ data }: MessageEvent<string>): Promise<void> => {
          const other = User.fromStorageString(data);
          const own = await manager.getUser();
          if (own !== null && own.profile.sub !== other.profile.sub) return;
          await manager.storeUser(other);
          resolve();
        };
        channel.addEventListener('message', (event: MessageEvent<string>) => void take(event), { signal });
      }),
  };
  return { session, isSignedIn: (await accessToken()) !== undefined, hasFailed };
};
