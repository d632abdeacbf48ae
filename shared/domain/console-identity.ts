/** The identity in a valid access token of the console's issuer: `iss` and `sub`. The role is not in the token. */
export interface ConsoleIdentity {
  readonly issuer: string;
  readonly subject: string;
}

/** Checks an access token. @throws TokenRejectedError unless it is valid and has the console's scope. */
export type VerifyConsoleToken = (token: string) => Promise<ConsoleIdentity>;

/**
 * Finds the e-mail address that the issuer has verified for the account of a valid access token, in the form of {@link foldEmail}.
 * @returns undefined if there is none
 */
export type FindVerifiedEmail = (token: string, identity: ConsoleIdentity) => Promise<string | undefined>;

/** Why a token is rejected. `token_expired` and `insufficient_scope`: it is valid otherwise. */
export type TokenRejection = 'token_invalid' | 'token_expired' | 'insufficient_scope';

/** A token was rejected. `message` is for the log. */
export class TokenRejectedError extends Error {
  readonly code: TokenRejection;

  constructor(code: TokenRejection, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
