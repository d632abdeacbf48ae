/** The grant type of a log-in at the peers: client credentials that also give a refresh token. */
export const PEER_LOGIN = 'urn:bench:log-in';

/** What a server of tokens can be asked for besides its HTTP interface. */
export interface TokenServerCommands {
  readonly url: () => string;
  /** Registers an API client. */
  readonly register: (client: { clientId: string; clientSecret: string }) => Promise<void>;
  /** Makes refresh tokens, each with what it must have to be used once; not part of what is timed. */
  readonly makeRefreshTokens: (count: number) => Promise<readonly string[]>;
}
