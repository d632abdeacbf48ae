import { formatDateTime } from '../../shared/domain/instant.ts';
import { ServiceError } from '../../shared/domain/service-error.ts';
import { type ErrorDetails, UseCaseError, type UseCaseErrorCode } from '../../shared/domain/use-case-error.ts';
import { SAY_WHICH_USER } from './cli-option.ts';
import { describeFileReason } from '../../shared/files/english.ts';
import type { FileReason } from '../../shared/files/reason.ts';
import { UnreadableFile } from '../../shared/files/unreadable-file.ts';
import { OperatorError, UsageError } from './operator-error.ts';
import type { TargetOptions } from './connection/connect.ts';

export interface Failure {
  /** 1: failed. 2: wrong usage. */
  readonly exitCode: 1 | 2;
  /** Scripts compare the code, so it never changes. */
  readonly code: string;
  readonly message: string;
}

const adviceFor = ({ local }: TargetOptions): string =>
  local
    ? 'Check that the local service is running (npm start), and set DYNAMODB_PORT to the port in the URL after "DynamoDB" in its output, or AWS_ENDPOINT_URL_DYNAMODB to that URL.'
    : 'Check your network, and that the stack is deployed; then try again.';

/** The names of DynamoDB's error for a table that does not exist. They differ by call. */
const MISSING_TABLE: ReadonlySet<string> = new Set(['ResourceNotFoundException', 'TableNotFoundException']);

const adviceForTable = (options: TargetOptions): string =>
  options.local
    ? adviceFor(options)
    : 'Check --stack, AWS_REGION and AWS_PROFILE. If somebody deleted the table, follow "Deleted table" in docs/runbooks.md.';

const dateTime = (instant: string | number | undefined): string => formatDateTime(Number(instant));

const useCaseMessages: Readonly<Record<UseCaseErrorCode, (details: ErrorDetails) => string>> = {
  client_not_found: ({ clientId }) => `There is no API client ${clientId}.`,
  user_changed: () => 'Somebody else changed the user at the same moment. Try again.',
  identifier_taken: () => 'Another user of the company has this badge or e-mail address.',
  client_changed: ({ clientId }) => `Somebody else changed the API client ${clientId} at the same moment. Try again.`,
  member_exists: ({ subject = 'This person' }) =>
    `${subject} is a member already. To give them another role, remove them and add them again.`,
  member_of_another_company: () => 'This account is a member of another company, which it must leave first.',
  invitation_not_found: ({ invitationId }) => `The company has no invitation ${invitationId}.`,
  too_many_invitations: ({ companyId, max }) =>
    `The company ${companyId} has ${max} open invitations, which is the maximum. Withdraw one first.`,
  mail_limit_reached: () =>
    'The invitation is open, but Cognito sends no more e-mails today. Set mailFrom to send through SES, add the member again tomorrow, or send the address of the console yourself.',
  mail_not_sent: () =>
    'The invitation is open, but Cognito could not send an e-mail to this address. Check the address, or send the address of the console yourself.',
  forbidden: ({ roles }) => `This needs the role ${roles}.`,
  member_not_found: ({ subject }) => `The company has no member ${subject}.`,
  last_owner: ({ companyId }) => `The company ${companyId} would have no owner. Make somebody else an owner first.`,
  too_many_members: ({ companyId, max }) => `The company ${companyId} has ${max} members, which is the maximum.`,
  members_changed: ({ companyId }) =>
    `Somebody else changed the members of ${companyId} at the same moment. Try again.`,
  two_live_secrets: ({ secretId, last4, endsAt }) =>
    `Two secrets are live. End one with clients end-secret, or use --force to end the older one now: ${secretId} (…${last4})${endsAt === undefined ? '' : `, which expires at ${dateTime(endsAt)} anyway`}.`,
  secret_not_found: ({ clientId, secretId }) => `The API client ${clientId} has no live secret ${secretId}.`,
  last_live_secret: ({ clientId }) =>
    `This is the only live secret of ${clientId}. Rotate first, or disable the client: clients disable ${clientId}.`,
  user_not_found: ({ companyId, people }) =>
    people === undefined
      ? `The company ${companyId} has no such user.`
      : 'The identifiers belong to different people. Give only those of one person.',
  booking_not_found: ({ bookingId }) => `The user has no booking ${bookingId}.`,
  outside_checkin_period: ({ at, checkinOpensAt, noShowAt }) =>
    `${dateTime(at)} is outside the check-in period, which lasts from ${dateTime(checkinOpensAt)} until ${dateTime(noShowAt)}. Give a time inside it with --at.`,
  already_checked_in: ({ checkedInAt }) => `The booking is checked in already, at ${dateTime(checkedInAt)}.`,
  not_checked_in: () => 'The booking is not checked in.',
  invalid_cursor: () => 'The list has changed. Start again.',
  device_not_found: () => 'The user has no such device.',
  too_many_devices: ({ max }) => `The user has ${max} devices, which is the maximum. Remove one first.`,
  device_taken: () => 'The device cannot be registered. Create another endpoint for it.',
  foreign_endpoint: ({ prefix }) => `The service can push only to endpoints that begin with ${prefix}.`,
  identifier_required: () => SAY_WHICH_USER,
  key_not_published: ({ keyId }) =>
    `The key ${keyId}, created by the last rotation, is not published yet, so the previous key still signs. Request /.well-known/jwks.json from the API: the request publishes the key. Or use --force.`,
  key_rotated_recently: ({ rotatedAt, tokensEndAt }) =>
    `The key was rotated at ${dateTime(rotatedAt)}, and tokens of the previous key are valid until ${dateTime(tokensEndAt)}. Rotating now ends them: wait until then, or use --force.`,
  key_rotated_meanwhile: () =>
    'Somebody else rotated the key at the same moment. Their key is in use, and this command changed nothing.',
  signing_key_missing: ({ secret }) => `The secret ${secret} does not exist or has no signing key yet.`,
  import_id_taken: () => 'Somebody else has begun an import with this id.',
  copy_not_found: ({ from }) => `There is no table ${from} in this account and region.`,
  not_a_copy: ({ table, from }) => `${from} is not a copy of the table ${table}.`,
  members_not_empty: () =>
    'The table of members has members that are not in the copy. Members can be copied only as a whole, into an empty table.',
  unreadable_file: ({ reason }) => String(reason),
};

/** What the operator can do about a file, in addition to its reason. */
const fileAdvice: Readonly<Partial<Record<FileReason['code'], string>>> = {
  header_invalid_encoding: ' Use --encoding windows-1252.',
  no_header: ' If these are headings, use --map "HEADING=field".',
  columns_unknown: ' Use --map "HEADING=field", or --map "HEADING=" to ignore a column.',
  columns_unknown_similar: ' Use --map "HEADING=field", or --map "HEADING=" to ignore a column.',
  columns_missing: ' Use --map "HEADING=field" to say which column it is.',
  columns_repeated: ' Use --map "HEADING=" to ignore the others.',
  date_order_unknown: ' Use --date-order dmy or --date-order mdy.',
  date_order_mixed: ' Use --date-order dmy or --date-order mdy; the other dates are then reported.',
  sheet_unknown: ' Use --sheet.',
};

/** Reasons that mean that the command line is incomplete or wrong. They cause exit code 2. */
const usageReasons: ReadonlySet<FileReason['code']> = new Set([
  'unknown_ending',
  'workbook_from_input',
  'sheet_unknown',
  'map_heading_unknown',
  'map_field_unknown',
  'date_order_unknown',
  'date_order_mixed',
]);

/** Codes that mean that the command line is incomplete or wrong. They cause exit code 2. */
const usageCodes: ReadonlySet<UseCaseErrorCode> = new Set(['identifier_required', 'invalid_cursor']);

const SET_CREDENTIALS = 'set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';

const logInTo = (profile: string | undefined): string => `"aws sso login${profile ? ` --profile ${profile}` : ''}"`;
const forProfile = (profile: string | undefined): string => (profile ? ` for the profile "${profile}"` : '');

/** Messages for the operator, by code. `message` is the message of AWS or the SDK, `profile` the one in `AWS_PROFILE`. */
const awsAdvice = {
  aws_region_missing: (_, profile) =>
    `No AWS region is set${forProfile(profile)}. Set AWS_REGION to the region of the stack, for example AWS_REGION=eu-central-1, or give your AWS profile a region.`,
  aws_credentials_missing: (message, profile) =>
    /sso|expired/i.test(message)
      ? `Your AWS session${forProfile(profile)} has ended or does not exist. Log in with ${logInTo(profile)}, then try again.`
      : `No AWS credentials were found${forProfile(profile)}. Log in with ${logInTo(profile)}, or ${SET_CREDENTIALS}, then try again.`,
  aws_credentials_expired: (_, profile) =>
    `Your AWS credentials${forProfile(profile)} have expired. Log in again (for example with ${logInTo(profile)}), then try again.`,
  aws_credentials_rejected: (_, profile) =>
    `AWS does not accept your credentials${forProfile(profile)}. To use others, ${SET_CREDENTIALS}.`,
  aws_access_denied: (message) =>
    `Your AWS identity is not allowed to do this. Ask an administrator of the AWS account for the permission. AWS says: ${message}`,
} as const satisfies Record<string, (message: string, profile: string | undefined) => string>;

/** Codes by error name. Different services use different names for the same error. */
const awsCodes: Readonly<Record<string, keyof typeof awsAdvice>> = {
  CredentialsProviderError: 'aws_credentials_missing',
  TokenProviderError: 'aws_credentials_missing',
  ExpiredToken: 'aws_credentials_expired',
  ExpiredTokenException: 'aws_credentials_expired',
  InvalidClientTokenId: 'aws_credentials_rejected',
  UnrecognizedClientException: 'aws_credentials_rejected',
  InvalidSignatureException: 'aws_credentials_rejected',
  SignatureDoesNotMatch: 'aws_credentials_rejected',
  IncompleteSignature: 'aws_credentials_rejected',
  AuthFailure: 'aws_credentials_rejected',
  AccessDenied: 'aws_access_denied',
  AccessDeniedException: 'aws_access_denied',
};

/** @returns undefined for an error that does not concern the region, credentials or permissions */
const explainAwsError = ({ name, message }: Error): { code: string; message: string } | undefined => {
  // The SDK throws a plain Error if no region is set.
  const code = /region is missing/i.test(message) ? 'aws_region_missing' : awsCodes[name];
  return code && { code, message: awsAdvice[code](message, process.env['AWS_PROFILE']) };
};

/** Some messages of the SDK, such as that of a time-out, end with a full stop. */
const asSentence = (message: string): string => `${message.replace(/\.$/, '')}.`;

const failed = (code: string, message: string): Failure => ({ exitCode: 1, code, message });

const explainOther = (error: Error, options: TargetOptions): Failure => {
  const aws = explainAwsError(error);
  if (aws) return { exitCode: 1, ...aws };
  if (error instanceof ServiceError && error.code === 'dependency_unavailable')
    return failed(error.code, `${asSentence(error.message)} ${adviceFor(options)}`);
  if (MISSING_TABLE.has(error.name))
    return failed('table_missing', `A table is missing: ${asSentence(error.message)} ${adviceForTable(options)}`);
  return failed('failed', `${error.name}: ${error.message}`);
};

/** Makes an error message for the operator, without a stack trace. */
export const explainFailure = (error: unknown, options: TargetOptions): Failure => {
  if (!(error instanceof Error)) return failed('failed', `${String(error)}.`);
  if (error instanceof OperatorError)
    return { exitCode: error instanceof UsageError ? 2 : 1, code: error.code, message: error.message };
  if (error instanceof UseCaseError) {
    const { code, details } = error;
    return { exitCode: usageCodes.has(code) ? 2 : 1, code, message: useCaseMessages[code](details) };
  }
  if (error instanceof UnreadableFile) {
    const { code } = error.reason;
    const message = describeFileReason(error.reason) + (fileAdvice[code] ?? '');
    return { exitCode: usageReasons.has(code) ? 2 : 1, code: 'unreadable_file', message };
  }
  return explainOther(error, options);
};
