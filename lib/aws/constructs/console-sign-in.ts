/** The OpenID Connect issuer at which administrators sign in. The console, its HTTP API and the admin function use these settings. */
export interface ConsoleSignIn {
  /** `iss` of the issuer's tokens. */
  readonly issuer: string;
  readonly clientId: string;
  /** `aud` of the issuer's access tokens or, with Cognito, `client_id`. */
  readonly audience: string;
}
