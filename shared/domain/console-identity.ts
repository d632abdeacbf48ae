/** `iss` and `sub` of an access token. The role is not in the token. */
export interface ConsoleIdentity {
  readonly issuer: string;
  readonly subject: string;
}

/** @throws TokenRejectedError unless the token is valid and has the console's scope */
export type VerifyConsoleToken = (token: string) => Promise<ConsoleIdentity>;

/** Finds the e-mail address that the issuer has verified for an account, and folds it with {@link foldEmail}. */
export type FindVerifiedEmail = (token: string, identity: ConsoleIdentity) => Promise<string | undefined>;

/** `token_expired` and `insufficient_scope` mean that the token is otherwise valid. */
type TokenRejection = 'token_invalid' | 'token_expired' | 'insufficient_scope';

/** `message` is for the log. */
export class TokenRejectedError extends Error {
  readonly code: TokenRejection;

  constructor(code: TokenRejection, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
