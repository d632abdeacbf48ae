import { InvalidArgumentError } from 'commander';
import { validateEndpoint } from '../../shared/domain/device.ts';
import { parseDateTime, type Instant } from '../../shared/domain/instant.ts';
import {
  foldEmail,
  validateEmail,
  validateId,
  validateText,
  validateUid,
  type Problem,
} from '../../shared/domain/identifier.ts';
import { allScopes, isScope, type Scope } from '../../shared/domain/scope.ts';
import { isTimeZone } from '../../shared/use-cases/import/local-time.ts';
import type { ReadValue } from './cli-option.ts';
import { validateCompanyId, validateName } from '../../shared/domain/validate-text.ts';

const checked =
  <Value>(read: ReadValue<Value>, faultOf: (value: Value) => Problem): ReadValue<Value> =>
  (text) => {
    const value = read(text);
    const fault = faultOf(value);
    if (fault) throw new InvalidArgumentError(`It ${fault}.`);
    return value;
  };

const asIs = (text: string): string => text;
const toNumber = (text: string): number => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN);

const MAX_GRACE_HOURS = 366 * 24;

export const readCompanyId = checked(asIs, validateCompanyId);
export const readName = checked(asIs, validateName);
export const readUid = checked(asIs, validateUid);
export const readEmail: ReadValue<string> = (text) => foldEmail(checked(asIs, validateEmail)(text));
export const readUserId = checked(toNumber, validateId);
export const readGraceHours = checked(toNumber, (hours) =>
  hours >= 0 && hours <= MAX_GRACE_HOURS ? undefined : `must be a number of hours from 0 to ${MAX_GRACE_HOURS}`,
);
export const readScopes: ReadValue<readonly Scope[]> = (text) => {
  const scopes = text.split(',');
  if (scopes.every(isScope)) return scopes;
  throw new InvalidArgumentError(`It must be one or more of ${allScopes.join(', ')}, separated by commas.`);
};
export const readSubject = checked(asIs, (text) => validateText(text, 1, 255));
export const readEndpoint = checked(asIs, validateEndpoint);
export const readTimeZone = checked(asIs, (name) =>
  isTimeZone(name) ? undefined : 'must be the IANA name of a time zone, such as Europe/Berlin',
);

/** For completion; `isTimeZone` accepts other spellings too. */
export const listTimeZones = (): readonly string[] => ['UTC', ...Intl.supportedValuesOf('timeZone')];

export const readBookingId = checked(asIs, (text) => validateText(text, 1, 128));
export const readReason = checked(asIs, (text) => validateText(text, 1, 500));
export const readMoment: ReadValue<Instant> = (text) => {
  const instant = parseDateTime(text);
  if (instant !== undefined) return instant;
  throw new InvalidArgumentError(
    'It must be a date-time of RFC 3339 with its offset, such as 2026-11-21T08:00:00+01:00.',
  );
};

const MAX_LIMIT = 10_000;

export const readLimit = checked(toNumber, (limit) =>
  Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT ? undefined : `must be an integer from 1 to ${MAX_LIMIT}`,
);

/** Names that commas separate. */
export const readNames: ReadValue<readonly string[]> = (text) => {
  const names = text.split(',').map((name) => name.trim());
  if (names.every((name) => name !== '')) return names;
  throw new InvalidArgumentError('It must be one or more names, separated by commas.');
};

export const readPosition = checked(toNumber, (position) =>
  Number.isSafeInteger(position) ? undefined : 'must be a whole number, 0 or more',
);
