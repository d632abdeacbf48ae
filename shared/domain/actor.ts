import type { actorTools } from '../rules/roles.ts';

/** Who makes a change, and with which tool. Recorded with every administrative action. */
export interface Actor {
  readonly through: (typeof actorTools)[number];
  /** The operator's login name, the member's subject or the API client's id. */
  readonly id: string;
}
