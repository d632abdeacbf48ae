import { InvalidArgumentError } from 'commander';
import { faultOfEndpoint } from '../../shared/domain/device-endpoint.ts';
import { faultOfEmail, faultOfId, faultOfUid, type Fault } from '../../shared/domain/identifier.ts';
import { foldEmail } from '../../shared/domain/user.ts';
import { faultOfCompanyId, faultOfName } from '../../shared/domain/faults-of-text.ts';

/** Reads the value of an option. @throws InvalidArgumentError that says what to mend in it. */
export type ReadValue<Value> = (text: string) => Value;

const checked =
  <Value>(read: ReadValue<Value>, faultOf: (value: Value) => Fault): ReadValue<Value> =>
  (text) => {
    const value = read(text);
    const fault = faultOf(value);
    if (fault) throw new InvalidArgumentError(`It ${fault}.`);
    return value;
  };

const asIs = (text: string): string => text;
const toNumber = (text: string): number => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN);

const MAX_GRACE_HOURS = 366 * 24;

export const readCompanyId = checked(asIs, faultOfCompanyId);
export const readName = checked(asIs, faultOfName);
export const readUid = checked(asIs, faultOfUid);
export const readEmail: ReadValue<string> = (text) => foldEmail(checked(asIs, faultOfEmail)(text));
export const readUserId = checked(toNumber, faultOfId);
export const readGraceHours = checked(toNumber, (hours) =>
  hours >= 0 && hours <= MAX_GRACE_HOURS ? undefined : `must be a number of hours from 0 to ${MAX_GRACE_HOURS}`,
);
export const readEndpoint = checked(asIs, faultOfEndpoint);
