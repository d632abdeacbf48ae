declare module 'dynalite' {
  import type { Server } from 'node:http';

  /** @see https://github.com/architect/dynalite */
  export default function dynalite(options: {
    /** How long a new table stays in CREATING. */
    createTableMs?: number;
    /** How long a deleted table stays in DELETING. */
    deleteTableMs?: number;
    /** Directory of the LevelDB store; in memory if omitted. */
    path?: string;
  }): Server;
}
