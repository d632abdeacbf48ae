import { isDeepStrictEqual } from 'node:util';
import { AwsError } from './request.ts';
import type { Journal } from './sqlite-journal.ts';
import { Table, type Change } from './table.ts';
import type { TableDefinition } from './table-definition.ts';

const REMEMBERED_MILLISECONDS = 10 * 60_000;

/** A transaction that is remembered by its ClientRequestToken, because the SDK repeats it if the response is lost. */
interface RememberedTransaction {
  readonly digest: string;
  readonly at: number;
}

const isChange = ({ before, after }: Change): boolean => !isDeepStrictEqual(before, after);

export class State {
  readonly #tables: Map<string, Table>;
  readonly #transactions: Map<string, RememberedTransaction>;
  readonly #journal: Journal | undefined;
  /** Called after each write that changed something, with all its changes. */
  onWrite: (changes: readonly Change[]) => void = () => undefined;

  private constructor(tables: Map<string, Table>, transactions: Map<string, RememberedTransaction>, journal?: Journal) {
    this.#tables = tables;
    this.#transactions = transactions;
    this.#journal = journal;
  }

  /** @param journal stores all writes; the state begins with the content of the journal */
  static open(journal?: Journal): State {
    const tables = (journal?.read() ?? []).map(({ definition, items }) => new Table(definition, items));
    return new State(new Map(tables.map((table) => [table.definition.name, table])), new Map(), journal);
  }

  /** Returns another state with the same content, in memory only. */
  copy(): State {
    const tables = new Map([...this.#tables].map(([name, table]) => [name, table.copy()]));
    return new State(tables, new Map(this.#transactions));
  }

  /** Returns another state, in which each table is as it was before its last write. */
  beforeLastWrites(): State {
    const state = this.copy();
    for (const table of state.#tables.values()) table.undoLastWrite();
    return state;
  }

  get tableNames(): string[] {
    return [...this.#tables.keys()].toSorted();
  }

  /** @throws AwsError if there is no such table */
  table(name: unknown): Table {
    const table = this.#tables.get(String(name));
    if (!table)
      throw new AwsError('ResourceNotFoundException', `Requested resource not found: Table: ${String(name)} not found`);
    return table;
  }

  create(definition: TableDefinition): void {
    this.#journal?.define(definition);
    this.#tables.set(definition.name, new Table(definition));
  }

  drop(name: string): void {
    this.#journal?.drop(name);
    this.#tables.delete(name);
  }

  /**
   * Makes all of the changes or none. Each change must be to a different item.
   * @param transaction is remembered, but not after a restart of the process
   */
  write(requested: readonly Change[], transaction?: { readonly token: string; readonly digest: string }): void {
    const changes = requested.filter(isChange);
    if (changes.length > 0) this.#journal?.write(changes);
    if (transaction) this.#transactions.set(transaction.token, { digest: transaction.digest, at: Date.now() });
    for (const [name, ofTable] of Map.groupBy(changes, ({ table }) => table.name)) this.table(name).apply(ofTable);
    if (changes.length > 0) this.onWrite(changes);
  }

  /** Returns the digest of the transaction with this token, if the transaction was written in the last 10 minutes. */
  digestOf(token: string): string | undefined {
    this.#forgetOldTransactions();
    return this.#transactions.get(token)?.digest;
  }

  #forgetOldTransactions(): void {
    const oldest = Date.now() - REMEMBERED_MILLISECONDS;
    // A Map keeps the order in which they were written.
    for (const [token, { at }] of this.#transactions) {
      if (at >= oldest) return;
      this.#transactions.delete(token);
    }
  }
}
