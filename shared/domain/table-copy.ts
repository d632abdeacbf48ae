/**
 * The ids of the tables that can be restored, by the names that operators use. The table of the console's members cannot,
 * because restoring a copy could give a removed member access again.
 */
export const restorableTableIds = {
  clients: 'apiClients',
  users: 'users',
  bookings: 'bookings',
  attempts: 'checkinAttempts',
  log: 'checkinLog',
  audit: 'auditLog',
  details: 'auditDetails',
} as const;
export type RestorableTable = keyof typeof restorableTableIds;
export const restorableTables = Object.keys(restorableTableIds) as RestorableTable[];

export type StoredItem = Readonly<Record<string, unknown>>;

export interface CopyPage {
  readonly items: readonly StoredItem[];
  /** The lines without a readable item, if the copy is a file. */
  readonly unreadable: readonly { readonly line: number; readonly reason: string }[];
  /** The part of the copy that has been read, from 0 to 1. */
  readonly share: number;
}

/** A file, or a table made by point-in-time recovery. */
export interface TableCopy {
  read(): AsyncIterable<CopyPage>;
}
