import { recordAction, type AuditContext } from '../../domain/audit-entry.ts';
import type { CopiedItem } from '../../domain/restore.ts';
import type { RestorableTable, StoredItem, TableCopy } from '../../domain/table-copy.ts';
import { viewBooking } from '../bookings/view-booking.ts';

interface ExportContext extends AuditContext {
  readonly readItem: (table: RestorableTable, item: StoredItem) => CopiedItem;
  /** Formats a line of the file. */
  readonly toLine: (item: StoredItem, importable: object) => string;
}

/** The fields that an import reads. */
const toImportable = (copied: CopiedItem): object => {
  if (copied.kind === 'user') return { ...copied.user, devices: undefined };
  return copied.kind === 'booking' ? { ...copied.booking.user, ...viewBooking(copied.booking) } : {};
};

/** Tombstones are not exported, nor are items that a restore writes together with their user or client. */
const isExported = ({ kind }: CopiedItem): boolean => kind !== 'derived' && kind !== 'removal';

/**
 * Writes each exported item of a table as one line. Changes made meanwhile might be missing.
 * @param onProgress called after every page; `share`: the part of the table that is done, 0 to 1
 * @returns the number of lines
 */
export const exportTable = async (
  context: ExportContext,
  table: RestorableTable,
  source: TableCopy,
  write: (lines: readonly string[]) => Promise<void>,
  onProgress: (progress: { readonly written: number; readonly share: number }) => void,
): Promise<number> => {
  const { readItem, toLine } = context;
  await recordAction(context, '', { action: 'backup.export', target: { table } });
  let written = 0;
  for await (const { items, share } of source.read()) {
    const exported = items
      .map((item) => ({ item, copied: readItem(table, item) }))
      .filter(({ copied }) => isExported(copied));
    await write(exported.map(({ item, copied }) => toLine(item, toImportable(copied))));
    written += exported.length;
    onProgress({ written, share });
  }
  return written;
};
