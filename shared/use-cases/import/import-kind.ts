import type { WriteOutcome } from '../../domain/write-outcome.ts';
import type { CsvColumns } from './csv-header.ts';

/** What makes an import one of users, or one of bookings. */
export interface ImportKind<Item> {
  readonly columns: CsvColumns;
  /** @returns `reason` names the field and says what to mend. */
  readonly parse: (fields: Readonly<Record<string, unknown>>) => { readonly item: Item } | { readonly reason: string };
  /** What lines have in common that must not overtake each other. */
  readonly keysOf: (item: Item) => readonly string[];
  readonly save: (item: Item) => Promise<WriteOutcome>;
}
