/** The grant type of a log-in at the peers: client credentials, with a refresh token in the response. */
export const PEER_LOGIN = 'urn:bench:log-in';

/** The commands of a token server, in addition to its HTTP interface. */
export interface TokenServerCommands {
  readonly url: () => string;
  /** Registers an API client. */
  readonly register: (client: { clientId: string; clientSecret: string }) => Promise<void>;
  /** Creates refresh tokens with the stored data that one use needs. This is not measured. */
  readonly makeRefreshTokens: (count: number) => Promise<readonly string[]>;
}
