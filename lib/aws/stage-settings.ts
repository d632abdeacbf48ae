import * as v from 'valibot';
import { languageTags } from '../../shared/rules/languages.ts';
import { MAX_LOG_DAYS } from '../../shared/settings.ts';
import { routes } from '../../shared/routes.ts';
import { tables } from '../../shared/tables.ts';
import { functionNeeds } from './function-needs.ts';

/** The retention periods that CloudWatch Logs accepts, in days. */
const LOG_RETENTIONS_DAYS = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 3653] as const;

/** `AllAtOnce`, and CodeDeploy's configurations for Lambda that take at most half an hour. */
export const TRAFFIC_SHIFTS = [
  'AllAtOnce',
  'Canary10Percent5Minutes',
  'Canary10Percent10Minutes',
  'Canary10Percent15Minutes',
  'Canary10Percent30Minutes',
  'Linear10PercentEvery1Minute',
  'Linear10PercentEvery2Minutes',
  'Linear10PercentEvery3Minutes',
] as const;

const isWholeNumber = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, message));
};

/** Accepts strings too, because `-c name=value` on the command line passes a string. */
const wholeNumber = (min: number, max: number) =>
  v.union(
    [isWholeNumber(min, max), v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number), isWholeNumber(min, max))],
    `must be a whole number from ${min} to ${max}`,
  );

const booleanSetting = v.union(
  [
    v.boolean(),
    v.pipe(
      v.picklist(['true', 'false']),
      v.transform((text) => text === 'true'),
    ),
  ],
  'must be true or false',
);

const text = (pattern: RegExp, message: string) => v.pipe(v.string(message), v.regex(pattern, message));

/** A setting that contains settings. It cannot be set on the command line. */
const group = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, 'must be an object of settings, as in lib/aws/stages.ts');

const domainName = text(/^(?:[a-z\d-]+\.)+[a-z]{2,}$/, 'must be a domain name in lower case');

const hostedZone = group({
  id: text(/^[A-Z\d]+$/, 'must be the id of a hosted zone, such as Z0123456789ABCDEFGHIJ'),
  name: domainName,
});

const webAclArn = text(
  /^arn:[\w-]+:wafv2:us-east-1:\d{12}:global\/webacl\/\S+$/,
  'must be the ARN of a web ACL in us-east-1',
);

/** CloudFront accepts only certificates in us-east-1. */
const cloudFrontCertificate = text(
  /^arn:[\w-]+:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
  'must be the ARN of an ACM certificate in us-east-1',
);

const throttle = group({
  requestsPerSecond: wholeNumber(1, 10_000),
  burst: wholeNumber(1, 5_000),
});

/** Settings with the same schema for each route, function or table. */
const forEach = <Name extends string, Schema extends v.GenericSchema>(
  named: Readonly<Record<Name, object>>,
  schema: Schema,
) => group(Object.fromEntries(Object.keys(named).map((name) => [name, schema])) as Record<Name, Schema>);

/** DynamoDB's default quota for a table. */
const MAX_TABLE_UNITS = 40_000;

export const stageSettingsSchema = v.strictObject({
  accessTokenSeconds: wholeNumber(60, 86_400),
  /** Lifetime of a refresh token; each refresh starts a new one. */
  refreshTokenSeconds: wholeNumber(60, 31_536_000),
  /** How long a used refresh token is still accepted. The response then contains the same new tokens as before. */
  refreshGraceSeconds: wholeNumber(1, 3_600),

  /**
   * Whether tables, secrets and logs stay when the stack is deleted. The stack and its tables then have deletion protection.
   */
  keepData: booleanSetting,
  /**
   * Backups of all tables in AWS Backup, besides point-in-time recovery. Default: none. With `lock`, nobody (compliance), or
   * only somebody with a special permission (governance), can delete backups before they expire. `copyTo`: a vault in another
   * account or region.
   */
  backup: v.optional(
    group({
      everyHours: v.picklist([1, 6, 12, 24], 'must be 1, 6, 12 or 24'),
      keepDays: wholeNumber(1, 36_500),
      lock: v.picklist(['none', 'governance', 'compliance'], 'must be none, governance or compliance'),
      copyTo: v.optional(text(/^arn:[\w-]+:backup:[\w-]+:\d{12}:backup-vault:[\w-]+$/, 'must be the ARN of a vault')),
    }),
  ),
  /** A second region, to which Secrets Manager copies the signing keys. Default: none. */
  replicaRegion: v.optional(text(/^[a-z]{2}(?:-[a-z]+)+-\d$/, 'must be a region such as eu-west-1')),
  /** Whether one customer-managed key encrypts tables, secrets, topics, queues and logs, instead of keys that AWS manages. */
  ownKey: booleanSetting,
  logRetentionDays: v.pipe(
    wholeNumber(1, 3_653),
    v.picklist(LOG_RETENTIONS_DAYS, `must be one of ${LOG_RETENTIONS_DAYS.join(', ')}`),
  ),

  /** How long bookings are kept after they end, in days; 0: forever. */
  retentionDays: wholeNumber(0, MAX_LOG_DAYS),
  /** How long check-in entries of the activity log are kept, in days; 0: none are written. */
  checkinLogDays: wholeNumber(0, MAX_LOG_DAYS),
  /** How long administrative entries of the activity log are kept, in days. */
  adminLogDays: wholeNumber(1, MAX_LOG_DAYS),

  /** Check-ins per second in the busiest minutes that the stage is sized for. */
  peakCheckinsPerSecond: wholeNumber(1, 1_000_000),
  /** Concurrent executions that AWS has granted the account in this region (quota L-B99A9384). A new account has 10. */
  accountConcurrency: wholeNumber(1, 1_000_000),
  /**
   * Warm throughput of a table and of each of its indexes. Default: 12,000 reads and 4,000 writes per second, as in a new
   * table. Raising it costs money once, and cannot be undone.
   */
  warmThroughput: forEach(
    tables,
    v.optional(
      group({
        readUnitsPerSecond: wholeNumber(12_000, MAX_TABLE_UNITS),
        writeUnitsPerSecond: wholeNumber(4_000, MAX_TABLE_UNITS),
      }),
    ),
  ),
  /** Whether CloudWatch Contributor Insights lists the most throttled keys of tables and indexes. */
  throttledKeyInsights: booleanSetting,

  /** Name (in the account and region of the stack) or ARN of the EventBridge bus that gets events. Default: no events. */
  eventBus: v.optional(
    text(
      /^(?:arn:[\w-]+:events:[\w-]+:\d{12}:event-bus\/)?[\w.\-/]{1,256}$/,
      'must be the name or the ARN of an event bus',
    ),
  ),

  /** The language of pushes to users for whom no language is stored. */
  defaultLanguage: v.picklist(languageTags, `must be one of ${languageTags.join(', ')}`),

  architecture: v.picklist(['arm64', 'x86_64'], 'must be arm64 or x86_64'),
  /** Memory of each function, in MB. Processor time is proportional to memory (one processor at 1,769 MB). */
  memoryMegabytes: wholeNumber(128, 10_240),
  /** Reserved concurrent executions of a function, which are also its limit. Default: the account's common pool. */
  reservedConcurrency: forEach(functionNeeds, v.optional(wholeNumber(0, 10_000))),

  /**
   * Provisioned concurrent executions of a function, on its alias. Default: none. They cost money even when idle.
   * Housekeeping and the functions that read streams have no alias.
   */
  provisionedConcurrency: v.omit(forEach(functionNeeds, v.optional(wholeNumber(1, 10_000))), [
    'push',
    'events',
    'housekeeping',
  ]),
  /**
   * How the API's traffic moves to a release. Except with `AllAtOnce`, CodeDeploy moves the traffic gradually. An alarm on
   * errors or latency then moves it back and fails the deployment.
   */
  trafficShift: v.picklist(TRAFFIC_SHIFTS, `must be one of ${TRAFFIC_SHIFTS.join(', ')}`),

  /** The request rates that API Gateway accepts. It rejects further requests with 429. */
  throttles: forEach(routes, throttle),
  /** Origins of browser pages that may call the API. Usually none, because the callers are gates and servers. */
  corsOrigins: v.array(
    text(/^https?:\/\/[^/*\s]+$/, 'must be an origin such as https://desk.example.com'),
    'must be a list of origins, as in lib/aws/stages.ts',
  ),
  /** Replaces the address that API Gateway generates. The certificate is in ACM, in the region of the stack. */
  customDomain: v.optional(
    group({
      name: domainName,
      certificateArn: text(
        /^arn:[\w-]+:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/,
        'must be the ARN of an ACM certificate',
      ),
      /** Whether requests to the address that API Gateway generates are served too. Default: false. */
      keepGeneratedAddress: v.optional(booleanSetting),
      /** The zone in Route 53 in which the deployment writes the domain's records. Default: the operator writes them. */
      hostedZone: v.optional(hostedZone),
    }),
  ),

  /**
   * CloudFront in front of the gates' API, with a web ACL of AWS WAF (scope CLOUDFRONT, in us-east-1). Default: none. Requests
   * that do not come through CloudFront are rejected.
   */
  apiFront: v.optional(
    group({
      webAclArn,
      /** Replaces the address that CloudFront generates. */
      domain: v.optional(
        group({ name: domainName, certificateArn: cloudFrontCertificate, hostedZone: v.optional(hostedZone) }),
      ),
      /** Whether requests to the API's own address are served too, while gates move to the new one. Default: false. */
      keepDirectCalls: v.optional(booleanSetting),
    }),
  ),

  /** `iss` of the tokens. Default: the address of the API. It is only a name. If it changes, tokens become invalid. */
  tokenIssuer: v.optional(text(/^https:\/\/[^\s?#]+[^\s?#/]$/, 'must be a URL such as https://checkin.example.com')),

  /** Whether `cdk deploy --all` deploys the web console, as a separate stack. */
  console: booleanSetting,
  /** The request rate that API Gateway accepts for the console's API. */
  consoleThrottle: throttle,
  /**
   * The operator's own OpenID Connect issuer, instead of a Cognito user pool in the stack. `consoleClientId` is the console's
   * client id at the issuer, and `consoleAudience` the `aud` of its access tokens (default: the client id).
   */
  consoleIssuer: v.optional(text(/^https:\/\/[^\s?#]+[^\s?#/]$/, 'must be a URL such as https://login.example.com')),
  consoleClientId: v.optional(text(/^\S+$/, 'must be a client id')),
  consoleAudience: v.optional(text(/^\S+$/, 'must be an audience')),
  /** A web ACL of AWS WAF (scope CLOUDFRONT, in us-east-1) in front of the console. Default: none. */
  consoleWebAclArn: v.optional(webAclArn),

  /**
   * The operator's own domain for the console, instead of CloudFront's. `signInName` is the domain of Cognito's sign-in pages,
   * to which passkeys are bound. The certificate is in us-east-1, and covers both domains.
   */
  consoleDomain: v.optional(
    group({
      name: domainName,
      signInName: v.optional(domainName),
      certificateArn: cloudFrontCertificate,
      hostedZone: v.optional(hostedZone),
    }),
  ),

  /** The address at which the functions call AWS. Only for `npm run sam`, which runs the functions on one machine. */
  awsEndpointUrl: v.optional(text(/^https?:\/\/[^/\s]+$/, 'must be a URL such as http://127.0.0.1:8000')),

  /** Receives every alarm, once its owner has confirmed the subscription. */
  alarmEmail: v.optional(text(/^[^@\s]+@[^@\s]+\.[^@\s]+$/, 'must be an e-mail address')),
  /** Whether 4xx and 429 responses are counted and have alarms, for each route. The counts cost as much as custom metrics. */
  alarmsByRoute: booleanSetting,
  /** The number of failed log-ins in five minutes that fires the alarm. */
  alarmFailedLogins: wholeNumber(1, 1_000_000),
  /** Age in days at which a signing key should be rotated and fires the alarm. */
  alarmSigningKeyAgeDays: wholeNumber(1, 3_650),
  /** Hours of working days with constant traffic, in UTC, such as `6-18`. Default: no alarm when there are no requests. */
  alarmNoTrafficHoursUtc: v.optional(
    v.pipe(
      text(/^(?:\d|1\d|2[0-3])-(?:\d|1\d|2[0-4])$/, 'must be two hours such as 6-18'),
      v.check((hours) => {
        const [from = 0, until = 0] = hours.split('-').map(Number);
        return from < until;
      }, 'must be two hours of one day such as 6-18, in UTC'),
    ),
  ),
  /** 95th percentile of the API's latency, in milliseconds, that fires the alarm. */
  alarmLatencyMilliseconds: wholeNumber(1, 30_000),
});

export type StageSettings = v.InferOutput<typeof stageSettingsSchema>;
