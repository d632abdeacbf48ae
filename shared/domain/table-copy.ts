/**
 * The tables that can be restored from a copy, named after their contents. Members of the console are not among them: a copy
 * could give access back to a removed member.
 */
export const restorableTables = ['clients', 'users', 'bookings', 'attempts', 'log', 'audit', 'details'] as const;
export type RestorableTable = (typeof restorableTables)[number];

/** An item of unknown content, as it is in the database. */
export type StoredItem = Readonly<Record<string, unknown>>;

/** A page of a copy of a table. */
export interface CopyPage {
  readonly items: readonly StoredItem[];
  /** The lines of a file without a readable item. */
  readonly unreadable: readonly { readonly line: number; readonly reason: string }[];
  /** How much of the copy has been read, from 0 to 1. */
  readonly share: number;
}

/** A copy of a table: another table, made by point-in-time recovery, or a file. */
export interface TableCopy {
  read(): AsyncIterable<CopyPage>;
}
