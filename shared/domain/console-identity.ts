/** `iss` and `sub` of an access token. The role is not in the token. */
export interface ConsoleIdentity {
  readonly issuer: string;
  readonly subject: string;
}

/**
 * @throws ServiceError `token_invalid`; `token_expired` or `insufficient_scope` if the token is otherwise valid;
 * `dependency_unavailable`
 */
export type VerifyConsoleToken = (token: string) => Promise<ConsoleIdentity>;

/** Finds the e-mail address that the issuer has verified for an account, and folds it with {@link foldEmail}. */
export type FindVerifiedEmail = (token: string, identity: ConsoleIdentity) => Promise<string | undefined>;
