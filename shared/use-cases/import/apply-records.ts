import pMap from 'p-map';
import type { Instant } from '../../domain/instant.ts';
import type { Change, ChangeOutcome } from '../../domain/write-outcome.ts';
import type { ChangedBy } from '../../domain/audit-entry.ts';
import type { UserRef } from '../../domain/user.ts';
import type { RecordKind } from '../../rules/records.ts';
import { describeReasons } from '../../files/english.ts';
import type { Reason, ReasonCode } from '../../files/reason.ts';
import { fields } from '../../rules/fields.ts';
import { isObject } from '../../rules/plain-values.ts';
import { readValue } from '../../rules/read-value.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A rejected record changed nothing. */
export class RecordRejected extends Error {
  readonly reasons: readonly Reason[];

  constructor(reasons: readonly Reason[]) {
    super(describeReasons(reasons));
    this.reasons = reasons;
  }
}

export type RecordOutcome =
  | { readonly outcome: ChangeOutcome }
  | { readonly outcome: 'refused'; readonly reasons: readonly Reason[] };

export interface Applied {
  /** In the order of the records. Records with an outcome are done. */
  readonly outcomes: readonly (RecordOutcome | undefined)[];
  /** The error, not caused by a record, because of which not all records were applied. */
  readonly stoppedBy?: unknown;
}

/** The attempt of a request to apply the records of a part of a file. */
export interface Attempt {
  readonly begunAt: Instant;
  /** The ids of the requests that tried it before. */
  readonly earlierRequestIds?: readonly string[];
  /** Called for each user that the attempt creates. */
  readonly noteNewUser?: (user: UserRef) => void;
}

/** Applies the records of a file or a sync request. */
export interface Importer {
  readonly kind: RecordKind;
  /** The company of all records. A record may omit it, but must not name another company. */
  readonly companyId?: string | undefined;
  /**
   * Has the same result as applying the records one after the other. Reads the existing items in few calls. Each write requires
   * that the item is still as it was read.
   */
  readonly apply: (records: readonly unknown[], attempt?: Attempt) => Promise<Applied>;
}

interface PreparedRecords<Parsed> {
  /** The key of the user or booking itself, then others. Records with a common key are applied one after the other. */
  readonly keysOf: (record: Parsed) => readonly [string, ...string[]];
  /**
   * Can throw {@link RecordRejected}.
   * @param isFirstRecord whether no earlier record is about the same user or booking, so that it is still as it was read
   */
  readonly apply: (record: Parsed, isFirstRecord: boolean) => Promise<ChangeOutcome>;
}

/** High enough for speed, low enough not to cause throttling. */
const WRITES_AT_ONCE = 64;

/** @throws RecordRejected */
export const rejectRecord = (
  code: ReasonCode,
  values: Readonly<Record<string, string | number | readonly string[]>> = {},
): never => {
  throw new RecordRejected([{ code, values }]);
};

/**
 * The outcome of a record for the import as a whole. A record that this attempt finds unchanged counts as written if an earlier
 * attempt wrote it. That attempt may not know that it did, because it got no response.
 * @param isFirstRecord as for {@link PreparedRecords.apply}
 */
export const outcomeForImport = (
  { outcome, before }: Pick<Change<{ readonly changedBy?: ChangedBy }>, 'outcome' | 'before'>,
  isFirstRecord: boolean,
  attempt?: Partial<Attempt>,
): ChangeOutcome => {
  const isByEarlierAttempt = attempt?.earlierRequestIds?.some((id) => id === before?.changedBy?.requestId);
  return outcome === 'unchanged' && isFirstRecord && isByEarlierAttempt ? 'written' : outcome;
};

/**
 * Parses records, prepares the valid ones, and applies them in parallel, as far as their keys allow.
 * @param parse can throw {@link RecordRejected}
 * @param prepare reads what the records need
 */
export const applyRecords = async <Parsed>(
  records: readonly unknown[],
  parse: (fields: Fields) => Parsed,
  prepare: (parsed: readonly Parsed[]) => Promise<PreparedRecords<Parsed>>,
): Promise<Applied> => {
  const outcomes: (RecordOutcome | undefined)[] = records.map(() => undefined);
  const failures: unknown[] = [];
  const fail = (index: number, error: unknown): void => {
    if (error instanceof RecordRejected) outcomes[index] = { outcome: 'refused', reasons: error.reasons };
    else failures.push(error);
  };
  const parsed = records.flatMap((content, index) => {
    try {
      return [{ index, record: parse(isObject(content) ? content : rejectRecord('not_an_object')) }];
    } catch (error) {
      fail(index, error);
      return [];
    }
  });
  try {
    const { keysOf, apply } = await prepare(parsed.map(({ record }) => record));
    const lastByKey = new Map<string, Promise<void>>();
    const applyOne = async (index: number, act: () => Promise<ChangeOutcome>, earlier: Promise<unknown>) => {
      await earlier;
      if (failures.length > 0) return;
      try {
        outcomes[index] = { outcome: await act() };
      } catch (error) {
        fail(index, error);
      }
    };
    await pMap(
      parsed,
      ({ index, record }) => {
        const keys = keysOf(record);
        const isFirstRecord = !lastByKey.has(keys[0]);
        const earlier = Promise.all(keys.map(async (key) => lastByKey.get(key)));
        const done = applyOne(index, () => apply(record, isFirstRecord), earlier);
        for (const key of keys) lastByKey.set(key, done);
        return done;
      },
      { concurrency: WRITES_AT_ONCE },
    );
  } catch (error) {
    failures.push(error);
  }
  return failures.length > 0 ? { outcomes, stoppedBy: failures[0] } : { outcomes };
};

/** The company that a record names, or undefined if it names none or the name is not valid. */
const companyOf = (record: Fields): string | undefined => {
  const read = readValue(fields.companyId, record['companyId']);
  return 'value' in read ? read.value : undefined;
};

/** The company of a record: that of all records, or the one that it names. */
export const findCompany = ({ companyId }: Pick<Importer, 'companyId'>, record: unknown): string | undefined =>
  companyId ?? (isObject(record) ? companyOf(record) : undefined);

/**
 * Adds the company to the fields of a record.
 * @throws RecordRejected
 */
export const withCompany = (record: Fields, companyId: string | undefined): Fields => {
  if (companyId === undefined) return record;
  const { companyId: named = null } = record;
  if (named !== null && companyOf(record) !== companyId)
    rejectRecord('other_company', { field: 'companyId', companyId });
  return { ...record, companyId };
};
