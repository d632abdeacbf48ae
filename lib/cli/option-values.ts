import { InvalidArgumentError } from 'commander';
import { parseDateTime, type Instant } from '../../shared/domain/instant.ts';
import type { Scope } from '../../shared/rules/api-clients.ts';
import type { FieldRule } from '../../shared/rules/field-rule.ts';
import { fields } from '../../shared/rules/fields.ts';
import { DATE_TIME_PROBLEM, findProblem } from '../../shared/rules/find-problem.ts';
import { foldEmail } from '../../shared/rules/fold-email.ts';
import type { ReadValue } from './cli-option.ts';

const asIs = (text: string): string => text;
const toNumber = (text: string): number => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN);

const checked =
  <Value>(read: ReadValue<Value>, rule: FieldRule): ReadValue<Value> =>
  (text) => {
    const value = read(text);
    const problem = findProblem(rule, value);
    if (problem !== undefined) throw new InvalidArgumentError(`It ${problem}.`);
    return value;
  };

export const readCompanyId = checked(asIs, fields.companyId);
export const readClientId = checked(asIs, fields.clientId);
export const readClientName = checked(asIs, fields.clientName);
export const readUid = checked(asIs, fields.uid);
export const readEmail: ReadValue<string> = (text) => foldEmail(checked(asIs, fields.email)(text));
export const readUserId = checked(toNumber, fields.userId);
export const readGraceHours = checked(toNumber, fields.graceHours);
export const readScopes = checked((text) => text.split(',') as readonly string[] as readonly Scope[], fields.scopes);
export const readNetworks = checked((text) => text.split(',').map((part) => part.trim()), fields.allowedIps);
export const readSilentAfterHours = checked(toNumber, fields.silentAfterHours);
export const readExpiresInDays = checked(toNumber, fields.expiresInDays);
export const readSubject = checked(asIs, fields.subject);
export const readInvitationId = checked(asIs, fields.invitationId);
export const readEndpoint = checked(asIs, fields.endpointArn);
export const readTimeZone = checked(asIs, fields.timeZone);

/** For completion; other spellings are accepted too. */
export const listTimeZones = (): readonly string[] => ['UTC', ...Intl.supportedValuesOf('timeZone')];

export const readBookingId = checked(asIs, fields.bookingId);
export const readReason = checked(asIs, fields.reason);
export const readMoment: ReadValue<Instant> = (text) => {
  const instant = parseDateTime(text);
  if (instant !== undefined) return instant;
  throw new InvalidArgumentError(`It ${DATE_TIME_PROBLEM}.`);
};

export const readLimit = checked(toNumber, fields.logLimit);

/** Names that commas separate. */
export const readNames: ReadValue<readonly string[]> = (text) => {
  const names = text.split(',').map((name) => name.trim());
  if (names.every((name) => name !== '')) return names;
  throw new InvalidArgumentError('It must be one or more names, separated by commas.');
};
