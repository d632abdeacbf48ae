/** The OpenID Connect issuer at which administrators sign in. The console, its HTTP API and the admin function use these settings. */
export interface ConsoleSignIn {
  /** `iss` of its tokens. */
  readonly issuer: string;
  readonly clientId: string;
  /** `aud` of its access tokens or, with Cognito, `client_id`. */
  readonly audience: string;
}
