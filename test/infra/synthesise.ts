import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ServiceStackProps } from '../../lib/aws/service-stack.ts';
import { Template } from './find.ts';

/** Settings of a stage, as in cdk.json or `-c`. */
export type Settings = Readonly<Record<string, unknown>>;

type Definitions = Omit<ServiceStackProps, 'settings'>;

export interface StackRequest {
  readonly kind: 'service' | 'console';
  readonly settings: Settings;
  readonly props?: Definitions | undefined;
  /** Synthesises again, even if there is a cached result. */
  readonly anew?: boolean;
}

export interface SynthesisedStack {
  readonly template: object;
  readonly name: string;
  /** The names of the stacks that are deployed before. */
  readonly dependencies: readonly string[];
  readonly terminationProtection: boolean;
  readonly warnings: readonly string[];
}

/** The findings of cdk-nag and of the CDK's validation for both stacks of an app. */
export interface RulesReport {
  readonly stacks: readonly string[];
  readonly violations: readonly object[];
  readonly validation: object;
  /** Rules that the stacks are allowed to break, with the reasons. */
  readonly accepted: readonly (readonly [string, string])[];
}

const ask = async <Result extends object>(path: string, body: object): Promise<Result> => {
  const url = process.env['SYNTHESISER_URL'];
  if (url === undefined) throw new Error('npm run jest sets SYNTHESISER_URL');
  // Not by fetch, which waits for five minutes at most: on a busy machine, the requests of other tests may take longer.
  const sent = request(url + path, { method: 'POST' }).end(JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const result = JSON.parse(await text(response)) as Result | { readonly error: string };
  if ('error' in result) throw new Error(result.error);
  return result;
};

/** A stack with these settings. Equal calls return the same stack. */
export const makeStack = (stack: StackRequest): Promise<SynthesisedStack> => ask('/', stack);

export const checkRules = (settings: Settings): Promise<RulesReport> => ask('/rules', settings);

/** The service's template. @param props other definitions than the project's */
export const serviceTemplate = async (settings: Settings = {}, props?: Definitions): Promise<Template> =>
  new Template((await makeStack({ kind: 'service', settings, props })).template);

/** The console's template. */
export const consoleTemplate = async (settings: Settings = {}): Promise<Template> =>
  new Template((await makeStack({ kind: 'console', settings })).template);
