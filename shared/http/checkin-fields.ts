import * as v from 'valibot';
import { checkinCode, type CheckinOutcome } from '../domain/checkin.ts';
import type { MetricName } from '../metric-names.ts';
import { invalidField, ServiceError, type FieldError } from '../domain/service-error.ts';
import type { LoggedIdentifiers } from '../domain/logs.ts';
import { MINUTE, type Instant } from '../domain/instant.ts';
import type { Identifiers } from '../domain/identifiers.ts';
import type { CheckinCode } from '../rules/bookings.ts';
import { fields } from '../rules/fields.ts';
import { isValid } from '../rules/read-value.ts';
import { showInvisible } from '../rules/outside-text.ts';
import { optionalField, optionalFields } from './field.ts';
import { identifierNames, rulesOf, userAttributes } from '../rules/attributes.ts';
import { pick, defined } from '../rules/plain-values.ts';

/** The fields that a check-in request and an item of a batch have in common. */
export const checkinFields = {
  id: optionalField(fields.userId),
  ...optionalFields(rulesOf(pick(userAttributes, identifierNames), fields)),
  date: optionalField(fields.dateTime),
  notify: optionalField(fields.flag),
  reader: optionalField(fields.reader),
};

type Fields = { readonly [Name in keyof typeof checkinFields]?: v.InferOutput<(typeof checkinFields)[Name]> };

const allIdentifierNames = ['id', ...identifierNames] as const;

/** `null` means absent. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

const toIdentifiers = (values: Fields): Identifiers => {
  const given = allIdentifierNames.filter((name) => isGiven(values[name]));
  if (given.length > 0) return pick(values, given) as Identifiers;
  throw invalidField('id', { kind: 'identifier-required' }, 'no identifier');
};

export interface ServiceClock {
  readonly receivedAt: Instant;
  /** How far ahead of this clock a check-in may be; 0: any time. */
  readonly maxFutureMinutes: number;
}

/** A reader whose clock is ahead must not check anybody in for tomorrow. */
const assertNotAhead = (at: Instant, { receivedAt, maxFutureMinutes: max }: ServiceClock): void => {
  const minutes = Math.ceil((at - receivedAt) / MINUTE);
  if (max > 0 && minutes > max)
    throw invalidField('date', { kind: 'too-far-ahead', minutes, max }, 'a date in the future');
};

/** @throws ServiceError `invalid_field` if there is no identifier, or if the date is too far ahead */
export const toCheckin = (values: Fields, clock: ServiceClock) => {
  const date = values.date ?? undefined;
  const at = date ?? clock.receivedAt;
  assertNotAhead(at, clock);
  return defined({
    identifiers: toIdentifiers(values),
    notify: values.notify === true,
    at,
    isDated: date !== undefined,
    reader: values.reader ?? undefined,
  });
};

const MAX_SHOWN = 128;

const show = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const shown = Array.from(showInvisible(text));
  return shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN).join('')}…` : shown.join('');
};

/** Whether the field is an identifier with an invalid value. */
const isInvalidIdentifier = ({ field, fault }: FieldError): boolean =>
  allIdentifierNames.some((name) => name === field) && fault.kind !== 'identifier-required';

const otherFields = v.object({
  date: checkinFields.date,
  reader: checkinFields.reader,
  dryRun: optionalField(fields.flag),
});

/**
 * Reads what the check-in log keeps of a request that is invalid because of its identifiers alone, as when a reader sends a
 * badge with an invisible character.
 * @param error the error of reading the body
 * @returns undefined if anything else is invalid, and for a dry run
 */
export const readRejected = (
  body: unknown,
  error: unknown,
): { identifiers: LoggedIdentifiers; at?: Instant; reader?: string } | undefined => {
  if (!(error instanceof ServiceError) || error.code !== 'invalid_field') return undefined;
  if (!error.fieldErrors.every(isInvalidIdentifier)) return undefined;
  const sent = body as Readonly<Record<string, unknown>>;
  // These fields are valid, because only identifiers are not.
  const { date, reader, dryRun } = v.parse(otherFields, body);
  if (dryRun === true) return undefined;
  const identifiers = allIdentifierNames
    .filter((name) => isGiven(sent[name]))
    .map((name) => {
      const value = sent[name];
      return [name, name === 'id' && isValid(fields.userId, value) ? value : show(value)];
    });
  return defined({ identifiers: Object.fromEntries(identifiers), at: date ?? undefined, reader: reader ?? undefined });
};

const metrics = {
  checked_in: 'CheckinsPerformed',
  already_checked_in: 'ZeroCheckinsAlreadyCheckedIn',
  nothing_open: 'ZeroCheckinsNothingOpen',
} as const satisfies Record<CheckinCode, MetricName>;

/** A retry that did nothing new is not counted. */
export const countsOf = (
  result: CheckinOutcome & { readonly isRepeated: boolean },
): Readonly<Partial<Record<MetricName, number>>> =>
  result.isRepeated ? {} : { [metrics[checkinCode(result)]]: result.checkinCount || 1 };
