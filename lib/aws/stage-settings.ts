import * as v from 'valibot';
import { languageTags } from '../../shared/rules/languages.ts';
import { MAX_FUTURE_MINUTES, MAX_LOG_DAYS } from '../../shared/settings.ts';
import { routes } from '../../shared/routes.ts';
import { functionPermissions } from './function-permissions.ts';

/** The retention periods that CloudWatch Logs accepts, in days. */
const LOG_RETENTIONS_DAYS = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 3653] as const;

/** `AllAtOnce`, and configurations of CodeDeploy for Lambda. */
export const TRAFFIC_SHIFTS = ['AllAtOnce', 'Canary10Percent15Minutes', 'Linear10PercentEvery1Minute'] as const;

/** `-c name=value` on the command line passes a string. */
const fromText = (value: unknown): unknown => {
  if (value === 'true' || value === 'false') return value === 'true';
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
};

const parsed = v.pipe(v.unknown(), v.transform(fromText));

const wholeNumber = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return v.pipe(parsed, v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, message));
};

const booleanSetting = v.pipe(parsed, v.boolean('must be true or false'));

const text = (pattern: RegExp, message: string) => v.pipe(v.string(message), v.regex(pattern, message));

/** A setting that contains settings. It cannot be set on the command line. */
const group = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, ({ expected }) =>
    expected === 'never'
      ? `the settings are ${Object.keys(entries).join(', ')}`
      : 'must be an object of settings, as in lib/aws/stages.ts',
  );

const domainName = text(/^(?:[a-z\d-]+\.)+[a-z]{2,}$/, 'must be a domain name in lower case');

/** CloudFront accepts only certificates in us-east-1. */
const cloudFrontCertificate = text(
  /^arn:[\w-]+:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
  'must be the ARN of an ACM certificate in us-east-1',
);

const emailAddress = text(/^[^@\s]+@[^@\s]+\.[^@\s]+$/, 'must be an e-mail address');

const httpsUrl = (example: string) => text(/^https:\/\/[^\s?#]+[^\s?#/]$/, `must be a URL such as ${example}`);

const throttle = group({
  requestsPerSecond: wholeNumber(1, 10_000),
  burst: wholeNumber(1, 5_000),
});

/** Housekeeping and the functions that read streams have no alias, so they cannot have provisioned concurrency. */
const { push: _push, events: _events, housekeeping: _housekeeping, ...functionsWithAlias } = functionPermissions;

/** Settings with the same schema for each route or function. */
const settingForEach = <Name extends string, Schema extends v.GenericSchema>(
  named: Readonly<Record<Name, object>>,
  schema: Schema,
) => group(Object.fromEntries(Object.keys(named).map((name) => [name, schema])) as Record<Name, Schema>);

/** docs/settings.md describes each setting and states its default. */
export const stageSettingsSchema = group({
  accessTokenSeconds: wholeNumber(60, 86_400),
  refreshTokenSeconds: wholeNumber(60, 31_536_000),
  refreshGraceSeconds: wholeNumber(1, 3_600),
  maxFutureMinutes: wholeNumber(0, MAX_FUTURE_MINUTES),

  keepData: booleanSetting,
  /** Termination and deletion protection. Not in the first deployment: CloudFormation could not undo it if it failed. */
  protect: booleanSetting,
  backup: v.optional(
    group({
      everyHours: v.picklist([1, 6, 12, 24], 'must be 1, 6, 12 or 24'),
      keepDays: wholeNumber(1, 36_500),
      lock: v.picklist(['none', 'governance', 'compliance'], 'must be none, governance or compliance'),
      copyTo: v.optional(text(/^arn:[\w-]+:backup:[\w-]+:\d{12}:backup-vault:[\w-]+$/, 'must be the ARN of a vault')),
    }),
  ),
  ownKey: booleanSetting,
  logRetentionDays: v.pipe(
    wholeNumber(1, 3_653),
    v.picklist(LOG_RETENTIONS_DAYS, `must be one of ${LOG_RETENTIONS_DAYS.join(', ')}`),
  ),

  retentionDays: wholeNumber(0, MAX_LOG_DAYS),
  checkinLogDays: wholeNumber(0, MAX_LOG_DAYS),
  adminLogDays: wholeNumber(1, MAX_LOG_DAYS),

  /** A name (in the account and region of the stack) or an ARN. */
  eventBus: v.optional(
    text(
      /^(?:arn:[\w-]+:events:[\w-]+:\d{12}:event-bus\/)?[\w.\-/]{1,256}$/,
      'must be the name or the ARN of an event bus',
    ),
  ),

  defaultLanguage: v.picklist(languageTags, `must be one of ${languageTags.join(', ')}`),

  architecture: v.picklist(['arm64', 'x86_64'], 'must be arm64 or x86_64'),
  /** Processor time is proportional to memory (one processor at 1,769 MB). */
  memoryMegabytes: wholeNumber(128, 10_240),
  reservedConcurrency: settingForEach(functionPermissions, v.optional(wholeNumber(0, 10_000))),

  provisionedConcurrency: settingForEach(functionsWithAlias, v.optional(wholeNumber(1, 10_000))),
  /** An alarm on errors or latency moves the traffic back and fails the deployment. */
  trafficShift: v.picklist(TRAFFIC_SHIFTS, `must be one of ${TRAFFIC_SHIFTS.join(', ')}`),

  throttles: settingForEach(routes, throttle),
  corsOrigins: v.array(
    text(/^https?:\/\/[^/*\s]+$/, 'must be an origin such as https://desk.example.com'),
    'must be a list of origins, as in lib/aws/stages.ts',
  ),
  /** The certificate is in ACM, in the region of the stack. */
  customDomain: v.optional(
    group({
      name: domainName,
      certificateArn: text(
        /^arn:[\w-]+:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/,
        'must be the ARN of an ACM certificate',
      ),
      keepGeneratedAddress: v.optional(booleanSetting),
    }),
  ),

  tokenIssuer: v.optional(httpsUrl('https://checkin.example.com')),

  console: booleanSetting,
  consoleThrottle: throttle,
  /** The issuer to use instead of a Cognito user pool in the stack. */
  consoleIssuer: v.optional(httpsUrl('https://login.example.com')),
  consoleClientId: v.optional(text(/^\S+$/, 'must be a client id')),
  consoleAudience: v.optional(text(/^\S+$/, 'must be an audience')),
  /** The scopes that the console requests, for an issuer that names the API's scope differently in requests and in tokens. */
  consoleScope: v.optional(text(/^openid( \S+)+$/, 'must be scopes that begin with openid')),

  /** An address of a domain that SES has verified in the region of the stack. Default: Cognito's sender, 50 e-mails a day. */
  mailFrom: v.optional(emailAddress),

  /** Passkeys are bound to `signInName`, the domain of Cognito's sign-in pages. The certificate must cover `name` too. */
  consoleDomain: v.optional(
    group({
      name: domainName,
      signInName: v.optional(domainName),
      certificateArn: cloudFrontCertificate,
    }),
  ),

  /** The address at which the functions call AWS. Only for `npm run sam`, which runs the functions on one machine. */
  awsEndpointUrl: v.optional(text(/^https?:\/\/[^/\s]+$/, 'must be a URL such as http://127.0.0.1:8000')),

  /** AWS X-Ray. Traces cost as much as the requests. */
  tracing: booleanSetting,
  alarmEmail: v.optional(emailAddress),
  noticeEmail: v.optional(emailAddress),
});

export type StageSettings = v.InferOutput<typeof stageSettingsSchema>;
