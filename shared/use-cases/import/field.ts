import * as v from 'valibot';
import type { Problem } from '../../domain/identifier.ts';
import { parseDateTime, type Instant } from '../../domain/instant.ts';

type FaultOf = (value: unknown) => Problem;

/** A field that is as one of our own checks wants it. */
const field = <Value>(faultOf: FaultOf) =>
  v.custom<Value>(
    (value) => faultOf(value) === undefined,
    ({ input }) => faultOf(input) ?? '',
  );

const optional = <Value>(faultOf: FaultOf) => v.exactOptional(field<Value>(faultOf));

export const text = (faultOf: FaultOf) => field<string>(faultOf);
export const number = (faultOf: FaultOf) => field<number>(faultOf);
export const optionalText = (faultOf: FaultOf) => optional<string>(faultOf);
export const optionalNumber = (faultOf: FaultOf) => optional<number>(faultOf);

const faultOfDateTime: FaultOf = (value) =>
  typeof value === 'string' && parseDateTime(value) !== undefined
    ? undefined
    : 'must be a date-time of RFC 3339 with its offset, as 2026-11-21T08:00:00+01:00';

const toInstant = (dateTime: string): Instant => parseDateTime(dateTime) as Instant;

export const optionalInstant = v.exactOptional(v.pipe(field<string>(faultOfDateTime), v.transform(toInstant)));

/** The first thing to mend, as a sentence without its full stop. */
const describe = (issue: v.BaseIssue<unknown>): string => {
  const path = v.getDotPath(issue);
  return `${path ?? 'it'} ${issue.input === undefined ? 'is missing' : issue.message}`;
};

const isGiven = ([, value]: readonly [string, unknown]): boolean => value !== null;

/** Reads the fields of a line, of which `null` counts as left out. @returns `reason` names every field that is wrong. */
export const parseFields = <Output>(
  schema: v.GenericSchema<unknown, Output>,
  fields: Readonly<Record<string, unknown>>,
): { readonly fields: Output } | { readonly reason: string } => {
  const result = v.safeParse(schema, Object.fromEntries(Object.entries(fields).filter(isGiven)));
  return result.success ? { fields: result.output } : { reason: result.issues.map(describe).join('; ') };
};
