import { DEFAULT_LANGUAGE, defaultLifetimes, defaultLogRetention } from '../../shared/settings.ts';
import type { StageSettings } from './stage-settings.ts';

type PerStage = 'keepData' | 'maxFutureMinutes' | 'logRetentionDays' | 'trafficShift';

const defaults: Omit<StageSettings, PerStage> = {
  ...defaultLifetimes,
  // More than a year, for reports. Bookings say who was where and when.
  retentionDays: 400,
  ...defaultLogRetention,
  defaultLanguage: DEFAULT_LANGUAGE,
  architecture: 'arm64',
  // A cold start only computes, so it takes about half the time with twice the memory, up to one processor (1,769 MB). A warm
  // check-in mostly waits for DynamoDB, and its duration costs no more than the fixed price of the invocation.
  memoryMegabytes: 1024,
  // Empty by default, because none of the 10 concurrent executions of a new account can be reserved.
  reservedConcurrency: {},
  provisionedConcurrency: {},
  throttles: {
    // These cap the costs of a flood. They need not stop guessing (a secret has 256 random bits), so they are high enough that a
    // few dozen anonymous requests per second keep no gate out.
    auth: { requestsPerSecond: 200, burst: 400 },
    oauthToken: { requestsPerSecond: 200, burst: 400 },
    refresh: { requestsPerSecond: 200, burst: 400 },
    oauthMetadata: { requestsPerSecond: 10, burst: 20 },
    // Each request can make the function read the keys again.
    jwks: { requestsPerSecond: 10, burst: 20 },
    // More than ten times the peak that `prod` is sized for.
    checkin: { requestsPerSecond: 1_500, burst: 3_000 },
    // A batch is up to 100 check-ins.
    batch: { requestsPerSecond: 50, burst: 100 },
    // 100 items per request: 2,000 items per second.
    syncUsers: { requestsPerSecond: 20, burst: 40 },
    syncBookings: { requestsPerSecond: 20, burst: 40 },
    readBookings: { requestsPerSecond: 20, burst: 40 },
  },
  // An import sends about one request per second; a page sends a few at once.
  consoleThrottle: { requestsPerSecond: 50, burst: 100 },
  console: true,
  ownKey: false,
  corsOrigins: [],
  protect: false,
  tracing: false,
};

/**
 * The deployments of the service. To add one, add a member. Settings can also be overridden for one command, as in
 * `-c stage=prod -c alarmEmail=ops@example.com`.
 */
export const stages: Readonly<Record<string, StageSettings>> = {
  /** For tests. Deleting the stack of this stage deletes everything. */
  dev: {
    ...defaults,
    keepData: false,
    // No limit.
    maxFutureMinutes: 0,
    logRetentionDays: 14,
    trafficShift: 'AllAtOnce',
  },
  /** Keeps its data when the stack is deleted. */
  prod: {
    ...defaults,
    keepData: true,
    maxFutureMinutes: 60,
    logRetentionDays: 365,
    // The alarms that stop a release take at most five minutes to fire.
    trafficShift: 'Canary10Percent15Minutes',
  },
};
