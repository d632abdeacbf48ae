import type { Problem } from './identifier.ts';
import type { UserRef } from './user.ts';
import type { WriteOutcome } from './write-outcome.ts';

/** `arn:aws:sns:<region>:<account>:endpoint/<platform>/<application>/<id>`, as CreatePlatformEndpoint returns it. */
const ENDPOINT_ARN =
  /^arn:aws(?:-[a-z]+)*:sns:[a-z]{2}(?:-[a-z]+)+-\d:\d{12}:endpoint\/[A-Z_]+\/[\w.-]{1,256}\/[\w-]+$/;

/** An error message for an invalid endpoint, as the end of a sentence; undefined if it is valid. */
export const validateEndpoint = (value: unknown): Problem =>
  typeof value === 'string' && ENDPOINT_ARN.test(value)
    ? undefined
    : 'must be the ARN of an SNS platform endpoint, such as arn:aws:sns:eu-central-1:123456789012:endpoint/APNS/desk-app/5e3e9847-3183-3f18-a7e8-671c3a57d4b3';

/**
 * The devices that get a user's pushes, by the ARNs of their SNS platform endpoints. Every method may throw
 * {@link ServiceError} `dependency_unavailable`.
 */
export interface DeviceStore {
  /** @returns undefined if there is no such user. */
  add(user: UserRef, endpoint: string): Promise<WriteOutcome | undefined>;
  /** @returns `unchanged` if the user has no such device. */
  remove(user: UserRef, endpoint: string): Promise<WriteOutcome>;
}
