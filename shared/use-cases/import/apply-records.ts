import pMap from 'p-map';
import type { Instant } from '../../domain/instant.ts';
import type { ChangeOutcome } from '../../domain/write-outcome.ts';
import type { RecordRules } from '../../rules/field-rule.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** `invalid`: the record itself is wrong. `identifier_taken`, `user_not_found`: it conflicts with existing data. */
export type RejectionCode = 'invalid' | 'other_company' | 'identifier_taken' | 'user_not_found';

/** A rejected record changed nothing. */
export class RecordRejected extends Error {
  readonly code: RejectionCode;

  /** @param reason names the field and says what to fix, as a sentence without its full stop */
  constructor(code: RejectionCode, reason: string) {
    super(reason);
    this.code = code;
  }
}

export type RecordOutcome =
  | { readonly outcome: ChangeOutcome }
  | { readonly outcome: 'refused'; readonly code: RejectionCode; readonly reason: string };

/** Applies the records of a file or a sync request. */
export interface Importer {
  readonly rules: RecordRules;
  /** The company of all records. A record may omit it, but must not name another company. */
  readonly companyId?: string | undefined;
  /**
   * Has the same result as applying the records one after the other. Reads the existing items in few calls. Each write requires
   * that the item is still as it was read.
   * @param begunAt when the request, or this part of a file, began
   * @returns an outcome for each record, in the order of the records
   * @throws ApplyStopped if the database failed
   */
  readonly apply: (records: readonly unknown[], begunAt?: Instant) => Promise<RecordOutcome[]>;
}

/** Not all records were applied, because of an error that no record caused. Records with an outcome are done. */
export class ApplyStopped extends Error {
  readonly outcomes: readonly (RecordOutcome | undefined)[];

  constructor(cause: unknown, outcomes: readonly (RecordOutcome | undefined)[]) {
    super(String(cause), { cause });
    this.outcomes = outcomes;
  }
}

/** High enough for speed, low enough not to cause throttling. */
const WRITES_AT_ONCE = 64;

const toOutcome = ({ code, message }: RecordRejected): RecordOutcome => ({ outcome: 'refused', code, reason: message });

/**
 * Processes items in parallel, but items with a common key one after the other.
 * @param items rejected items are not applied, and only get an outcome
 * @param apply can throw {@link RecordRejected}
 * @throws ApplyStopped for any other error; no item is started after it
 */
export const applyInOrder = async <Item>(
  items: readonly (Item | RecordRejected)[],
  keysOf: (item: Item) => readonly string[],
  apply: (item: Item) => Promise<ChangeOutcome>,
): Promise<RecordOutcome[]> => {
  const lastByKey = new Map<string, Promise<void>>();
  const remaining: { readonly item: Item; readonly index: number }[] = [];
  const outcomes = items.map((item, index): RecordOutcome | undefined => {
    if (item instanceof RecordRejected) return toOutcome(item);
    remaining.push({ item, index });
    return undefined;
  });
  const failures: unknown[] = [];

  const applyOne = async (item: Item, index: number, earlier: Promise<unknown>): Promise<void> => {
    await earlier;
    if (failures.length > 0) return;
    try {
      outcomes[index] = { outcome: await apply(item) };
    } catch (error) {
      if (error instanceof RecordRejected) outcomes[index] = toOutcome(error);
      else failures.push(error);
    }
  };
  await pMap(
    remaining,
    ({ item, index }) => {
      const keys = keysOf(item);
      const done = applyOne(item, index, Promise.all(keys.map((key) => lastByKey.get(key) ?? Promise.resolve())));
      for (const key of keys) lastByKey.set(key, done);
      return done;
    },
    { concurrency: WRITES_AT_ONCE },
  );
  if (failures.length > 0) throw new ApplyStopped(failures[0], outcomes);
  return outcomes as RecordOutcome[];
};

/** @throws RecordRejected `invalid` */
export const rejectInvalid = (reason: string): never => {
  throw new RecordRejected('invalid', reason);
};

/**
 * Adds the company to the fields of a record.
 * @throws RecordRejected `other_company`
 */
export const withCompany = (fields: Fields, companyId: string | undefined): Fields => {
  if (companyId === undefined) return fields;
  const namedCompany = fields['companyId'] ?? companyId;
  if (namedCompany !== companyId)
    throw new RecordRejected('other_company', `companyId must be ${companyId}, or omitted`);
  return { ...fields, companyId };
};

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses records. Returns an error for each one that cannot be parsed, so that {@link applyInOrder} rejects it. */
export const parseAll = <Parsed>(
  records: readonly unknown[],
  parse: (fields: Fields) => Parsed,
): (Parsed | RecordRejected)[] =>
  records.map((record) => {
    if (!isObject(record)) return new RecordRejected('invalid', 'must be a JSON object');
    try {
      return parse(record);
    } catch (error) {
      if (error instanceof RecordRejected) return error;
      throw error;
    }
  });
