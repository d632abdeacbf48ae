/** Where administrators sign in: what the page, the gateway and the function need to know about an OpenID Connect issuer. */
export interface ConsoleSignIn {
  /** `iss` of its tokens. */
  readonly issuer: string;
  readonly clientId: string;
  /** `aud` of its access tokens or, with Cognito, `client_id`. */
  readonly audience: string;
}
