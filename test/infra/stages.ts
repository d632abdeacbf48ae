const certificateArn = 'arn:aws:acm:us-east-1:111122223333:certificate/0a1b';
const customDomain = {
  name: 'checkin.example.com',
  certificateArn: 'arn:aws:acm:eu-central-1:111122223333:certificate/0a1b',
};

/**
 * The stages of the tests: settings as in cdk.json or `-c`, by a name. A stage takes half a second, so the tests of different
 * capabilities share stages.
 */
export const stages = {
  dev: { stage: 'dev' },
  prod: { stage: 'prod' },
  /** With every optional capability that does not exclude another. */
  full: {
    stage: 'prod',
    memoryMegabytes: 512,
    architecture: 'x86_64',
    reservedConcurrency: { checkin: 50 },
    provisionedConcurrency: { checkin: 3 },
    trafficShift: 'Linear10PercentEvery1Minute',
    tracing: true,
    alarmEmail: 'pager@example.com',
    noticeEmail: 'team@example.com',
    defaultLanguage: 'pt-BR',
    eventBus: 'desks',
    corsOrigins: ['https://desk.example.com'],
    customDomain,
    consoleIssuer: 'https://login.example.com/realms/staff',
    consoleClientId: 'console',
    consoleAudience: 'checkin',
    consoleScope: 'openid email api://console/checkin-console/admin',
  },
  /** With every protection that a bank asks for. */
  careful: {
    stage: 'prod',
    ownKey: true,
    protect: true,
    mailFrom: 'checkin@example.com',
    backup: {
      everyHours: 6,
      keepDays: 35,
      lock: 'compliance',
      copyTo: 'arn:aws:backup:eu-west-1:444455556666:backup-vault:checkin',
    },
    consoleDomain: { name: 'console.example.com', signInName: 'login.console.example.com', certificateArn },
  },
  withBothAddresses: {
    stage: 'dev',
    customDomain: { ...customDomain, keepGeneratedAddress: true },
    tokenIssuer: 'https://abc123.execute-api.eu-central-1.amazonaws.com',
    backup: { everyHours: 24, keepDays: 7, lock: 'none' },
  },
  withForeignBus: {
    stage: 'prod',
    eventBus: 'arn:aws:events:eu-central-1:444455556666:event-bus/central',
    backup: { everyHours: 24, keepDays: 7, lock: 'governance' },
  },
  forSam: {
    stage: 'dev',
    console: false,
    'aws:cdk:enable-asset-metadata': true,
    'aws:cdk:enable-path-metadata': true,
    awsEndpointUrl: 'http://host.docker.internal:8000',
  },
} as const;

export type StageName = keyof typeof stages;
