/** Who changes something, and through what. Recorded with every administrative action. */
export interface Actor {
  readonly through: 'cli' | 'console' | 'sync';
  /** The operator's login name, the member's subject, or the id of the API client. */
  readonly id: string;
}
