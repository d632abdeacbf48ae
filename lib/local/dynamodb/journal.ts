import type { Item } from './attribute-value.ts';
import type { TableDefinition } from './table-definition.ts';
import type { Change, Loaded } from './table.ts';

/** A transaction that is remembered by its ClientRequestToken. */
export interface Remembered {
  readonly token: string;
  readonly digest: string;
  readonly at: number;
}

/** Keeps a state beyond the end of the process. */
export interface Journal {
  readonly read: () => readonly { readonly definition: TableDefinition; readonly items: Iterable<Loaded> }[];
  /** Oldest first. Those before `since`, in milliseconds, are forgotten. */
  readonly readTransactions: (since: number) => readonly Remembered[];
  /** @param items all items of the table, whose partitions may have changed */
  readonly define: (definition: TableDefinition, items: readonly Item[]) => void;
  readonly drop: (tableName: string) => void;
  /** Keeps all changes, or none. */
  readonly write: (changes: readonly Change[], transaction?: Remembered) => void;
  /** Resolves when everything so far is durable; undefined if it already is. */
  readonly committed: Promise<void> | undefined;
  readonly close: () => void;
}
