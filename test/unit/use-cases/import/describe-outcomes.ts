import { describeReasons } from '../../../../shared/files/english.ts';
import type { ReasonCode } from '../../../../shared/files/reason.ts';
import { RecordRejected, type RecordOutcome } from '../../../../shared/use-cases/import/apply-records.ts';

/** The outcomes, with the reasons of refused records in English. */
export const describeOutcomes = (outcomes: readonly (RecordOutcome | undefined)[]): unknown[] =>
  outcomes.map((one) =>
    one?.outcome === 'refused' ? { outcome: 'refused', reason: describeReasons(one.reasons) } : one,
  );

export const rejected = (code: ReasonCode = 'not_an_object'): RecordRejected =>
  new RecordRejected([{ code, values: { field: 'id' } }]);
