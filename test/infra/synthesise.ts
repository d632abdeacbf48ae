import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { Template } from './find.ts';

/** Settings of a stage, as in cdk.json or `-c`. */
export type Settings = Readonly<Record<string, unknown>>;

export interface SynthesisedStack {
  readonly template: object;
  readonly name: string;
  /** The names of the stacks that must be deployed first. */
  readonly dependencies: readonly string[];
  readonly terminationProtection: boolean;
  readonly warnings: readonly string[];
}

/** The stacks of a stage. */
export interface SynthesisedStage {
  readonly service: SynthesisedStack;
  /** Undefined if the setting `console` is `false`. */
  readonly console?: SynthesisedStack;
}

/** The findings of cdk-nag and of the CDK's validation for the stacks of an app. */
export interface RulesReport {
  /** The templates, by the name of the stack. */
  readonly templates: Readonly<Record<string, object>>;
  readonly violations: readonly object[];
  readonly validation: object;
  /** Rules that the stacks are allowed to break, with the reasons. */
  readonly accepted: readonly (readonly [string, string])[];
}

const ask = async <Result extends object>(path: string, body: object): Promise<Result> => {
  const url = process.env['SYNTHESISER_URL'];
  if (url === undefined) throw new Error('SYNTHESISER_URL is missing: it is set by npm run jest');
  // Does not use fetch, which waits five minutes at most. On a busy machine, the requests of other tests can take longer.
  const sent = request(url + path, { method: 'POST' }).end(JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const result = JSON.parse(await text(response)) as Result | { readonly error: string };
  if ('error' in result) throw new Error(result.error);
  return result;
};

/** Synthesises the stacks of a stage. Calls with equal arguments return the same stacks. */
export const makeStacks = (settings: Settings): Promise<SynthesisedStage> => ask('/', settings);

/** Checks both stacks of each stage, all in one app. */
export const checkRules = (stages: readonly Settings[]): Promise<RulesReport> => ask('/rules', stages);

/** Returns the cdk-nag rules that the stacks of a stage break, each prefixed with its pack: `HIPAA.Security-LambdaDLQ`. */
export const checkCompliance = (settings: Settings): Promise<string[]> => ask('/compliance', settings);

/**
 * Settings that switch on every optional capability. Tests of these capabilities share one template, because each template
 * takes a fifth of a second.
 */
export const everySetting = {
  stage: 'prod',
  memoryMegabytes: 512,
  architecture: 'x86_64',
  reservedConcurrency: { checkin: 50 },
  provisionedConcurrency: { checkin: 3 },
  accountConcurrency: 111,
  warmThroughput: { bookings: { readUnitsPerSecond: 20_000, writeUnitsPerSecond: 8_000 } },
  trafficShift: 'Linear10PercentEvery1Minute',
  alarmEmail: 'ops@example.com',
  alarmFailedLogins: 7,
  alarmSigningKeyAgeDays: 9,
  alarmLatencyMilliseconds: 900,
  alarmNoTrafficHoursUtc: '6-18',
  alarmsByRoute: true,
  defaultLanguage: 'pt-BR',
  eventBus: 'desks',
  corsOrigins: ['https://desk.example.com'],
  customDomain: {
    name: 'checkin.example.com',
    certificateArn: 'arn:aws:acm:eu-central-1:111122223333:certificate/0a1b',
    hostedZone: { id: 'Z0123456789', name: 'example.com' },
  },
  consoleIssuer: 'https://login.example.com/realms/staff',
  consoleClientId: 'console',
  consoleAudience: 'checkin',
  consoleWebAclArn: 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/console/0a1b',
} as const;

const dev: Settings = { stage: 'dev' };

/** The service's template. */
export const serviceTemplate = async (settings = dev): Promise<Template> =>
  new Template((await makeStacks(settings)).service.template);

/** The console's template. */
export const consoleTemplate = async (settings = dev): Promise<Template> => {
  const { console } = await makeStacks(settings);
  if (console === undefined) throw new Error('The settings have no console.');
  return new Template(console.template);
};
