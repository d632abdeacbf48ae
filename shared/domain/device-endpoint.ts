import type { Fault } from './identifier.ts';

/** `arn:aws:sns:<region>:<account>:endpoint/<platform>/<application>/<id>`, as CreatePlatformEndpoint returns it. */
const ENDPOINT_ARN =
  /^arn:aws(?:-[a-z]+)*:sns:[a-z]{2}(?:-[a-z]+)+-\d:\d{12}:endpoint\/[A-Z_]+\/[\w.-]{1,256}\/[\w-]+$/;

/** What is wrong with the endpoint of a device, as the end of a sentence; undefined where nothing is. */
export const faultOfEndpoint = (value: unknown): Fault =>
  typeof value === 'string' && ENDPOINT_ARN.test(value)
    ? undefined
    : 'must be the ARN of an SNS platform endpoint, such as arn:aws:sns:eu-central-1:123456789012:endpoint/APNS/desk-app/5e3e9847-3183-3f18-a7e8-671c3a57d4b3';
