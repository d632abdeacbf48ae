import type { FieldProblem } from '../rules/field-rule.ts';
import type { ErrorCode } from '../rules/errors.ts';

type ProblemOfKind<Kind extends FieldProblem['kind']> = Extract<FieldProblem, { readonly kind: Kind }>;

/** Messages in one language. Times are in RFC 3339. */
export interface Messages {
  readonly errors: Readonly<Record<ErrorCode, string>>;
  /** Whole sentences, each with the field's name. */
  readonly fields: { readonly [Kind in FieldProblem['kind']]: (field: string, problem: ProblemOfKind<Kind>) => string };
  readonly checkin: {
    /** @param count 1 or more. */
    readonly done: (count: number) => string;
    /** For a dry run. @param count 1 or more */
    readonly wouldDo: (count: number) => string;
    readonly alreadySince: (time: string) => string;
    readonly nothingOpenAt: (time: string) => string;
    /** @param performed the number of items that have a result instead of an error */
    readonly batchDone: (performed: number, items: number) => string;
  };
}

export interface Language {
  /** The value of Content-Language (RFC 5646). */
  readonly tag: string;
  readonly messages: Messages;
}
