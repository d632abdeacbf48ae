/** The OpenID Connect issuer at which administrators sign in, for the page, the gateway and the function. */
export interface ConsoleSignIn {
  /** `iss` of its tokens. */
  readonly issuer: string;
  readonly clientId: string;
  /** `aud` of its access tokens or, with Cognito, `client_id`. */
  readonly audience: string;
}
