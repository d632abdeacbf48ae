import { join } from 'node:path';
import { makeJwtAuthorizer, type Authorize } from '../../../lib/local/gateway/jwt-authorizer.ts';
import { isRouteFor, toEvent, type Request } from './gateway-event.ts';
import { startIamProxy, type IamProxy, type Statement } from './iam-proxy.ts';
import { makeRuntime, type Outcome, type Runtime } from '../../support/lambda-runtime.ts';
import type { Moto } from './moto.ts';
import { runCommand } from '../processes.ts';

interface DeployedFunction {
  readonly name: string;
  readonly functionName: string;
  readonly arn: string;
  readonly directory: string;
  readonly environment: Variables;
  readonly timeoutSeconds: number;
  readonly statements: readonly Statement[];
  /** The services that may call the function. */
  readonly callers: readonly string[];
  /** The ARN of the queue for asynchronous calls that failed, or null. */
  readonly failures: string | null;
}

interface DeployedRoute {
  /** The route key, such as `POST /auth`. */
  readonly key: string;
  readonly uri: string;
  readonly payload: string;
  readonly isThrottled: boolean;
  /** The name of the log group. */
  readonly accessLog: string;
  /** Undefined if anyone may call the route. */
  readonly authorizer?: { readonly issuer: string; readonly audiences: readonly string[]; readonly scopes: string[] };
}

interface Mapping {
  readonly functionArn: string;
  readonly streamArn: string;
  readonly filters: readonly object[];
}

interface Description {
  readonly status: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** Resources of the template that do not exist. */
  readonly missing: readonly string[];
  readonly functions: readonly DeployedFunction[];
  readonly routes: readonly DeployedRoute[];
  /** The headers that CloudFront adds to requests, if it is in front of the API. */
  readonly frontHeaders: Readonly<Record<string, string>>;
  readonly mappings: readonly Mapping[];
  /** The schedules of EventBridge. `failures`: the ARN of the queue for calls that failed, or null. */
  readonly schedules: readonly { schedule: string; target: string; failures: string | null }[];
  readonly ownAlarms: readonly { namespace: string; metric: string; dimensions: Record<string, string> }[];
}

/** The maximum number of attempts at a request that gets a 503. */
const TRIES = 10;

/** Environment variables by their names. */
type Variables = Readonly<Record<string, string>>;

export interface Response {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Readonly<Record<string, string>>;
}

/** A stack in moto whose functions run here, each under the policies of its role. */
export interface DeployedStack extends Description {
  /** The proxy between a function and AWS. */
  readonly proxyOf: (name: string) => IamProxy;
  /**
   * Handles a request, such as `POST /auth`, like API Gateway.
   * @returns the response of the authorizer or the function. A 503 is retried.
   */
  readonly send: (target: string, request?: Request, overrides?: Variables) => Promise<Response>;
  /** Calls a function, whose process stays warm. A call with other `overrides` of the environment uses a separate process. */
  readonly invoke: (name: string, event: object, overrides?: Variables) => Promise<Outcome>;
  /** Ends all processes of the functions, so that the next event of each has a cold start. */
  readonly stopEnvironments: () => Promise<void>;
  /** The lines that the functions have logged. Ends their processes like {@link DeployedStack.stopEnvironments}. */
  readonly readLog: () => Promise<Record<string, unknown>[]>;
  readonly close: () => Promise<void>;
}

/** Finds the function that a route's integration calls, directly or through an alias. */
const functionAt = (functions: readonly DeployedFunction[], uri: string) =>
  functions.find(({ arn }) => uri === arn || uri.startsWith(`${arn}:`));

/** API Gateway's own responses. */
const refusals = {
  unauthorized: { status: 401, body: { message: 'Unauthorized' }, headers: {} },
  forbidden: { status: 403, body: { message: 'Forbidden' }, headers: {} },
  failed: { status: 500, body: { message: 'Internal Server Error' }, headers: {} },
} as const satisfies Record<string, Response>;

const toResponse = ({ result, error }: Outcome): Response => {
  if (error !== undefined) return refusals.failed;
  const { statusCode, body, headers = {} } = result as { statusCode: number; body?: string; headers?: object };
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return {
    status: statusCode,
    body: body ? (JSON.parse(body) as Record<string, unknown>) : {},
    headers: Object.fromEntries(lowerCase) as Record<string, string>,
  };
};

const describeStack = async (moto: Moto, stackName: string, folder: string): Promise<Description> => {
  const script = join(import.meta.dirname, 'describe_stack.py');
  const { code, stdout, stderr } = await runCommand(moto.python, [script, stackName, folder], moto.environment);
  if (code !== 0) throw new Error(`${stackName} cannot be described:\n${stderr}`);
  return JSON.parse(stdout) as Description;
};

/**
 * Opens a stack that was deployed into moto. Its functions' code is unpacked into `folder`. `machine` contains environment
 * variables that their processes need on this machine, in addition to the deployed ones.
 */
export const openStack = async (
  moto: Moto,
  stackName: string,
  folder: string,
  machine: Variables = {},
): Promise<DeployedStack> => {
  const description = await describeStack(moto, stackName, folder);
  const { functions, routes, frontHeaders } = description;
  const proxies = new Map<string, IamProxy>();
  for (const { name, statements } of functions) proxies.set(name, await startIamProxy(moto.url, () => statements));
  const runtimes = new Map<string, Runtime>();
  const authorizers = new Map<string, Authorize>();

  const find = (name: string): DeployedFunction => {
    const found = functions.find((each) => each.name === name);
    if (!found) throw new Error(`There is no function ${name} in ${stackName}.`);
    return found;
  };
  const proxyOf = (name: string): IamProxy => proxies.get(find(name).name) as IamProxy;

  /** Replaces moto's address in environment variables, such as the URL of the queue, with the proxy's address. */
  const throughProxy = (environment: Variables, proxy: IamProxy): Variables =>
    Object.fromEntries(
      Object.entries(environment).map(([variable, value]) => [variable, value.replace(moto.url, proxy.url)]),
    );

  const runtimeOf = (name: string, overrides: Variables): Runtime => {
    const key = JSON.stringify([name, overrides]);
    const { directory, timeoutSeconds, functionName, environment } = find(name);
    const runtime =
      runtimes.get(key) ??
      makeRuntime({
        directory,
        timeoutSeconds,
        environment: {
          AWS_REGION: 'eu-central-1',
          AWS_ACCESS_KEY_ID: 'ASIAROLE',
          AWS_SECRET_ACCESS_KEY: 'x',
          AWS_SESSION_TOKEN: 'x',
          AWS_LAMBDA_FUNCTION_NAME: functionName,
          ...throughProxy(environment, proxyOf(name)),
          AWS_ENDPOINT_URL: proxyOf(name).url,
          ...machine,
          ...overrides,
        },
      });
    runtimes.set(key, runtime);
    return runtime;
  };
  const invoke: DeployedStack['invoke'] = (name, event, overrides = {}) => runtimeOf(name, overrides).invoke(event);

  const authorize = async ({ key, authorizer }: DeployedRoute, token: string | undefined) => {
    if (!authorizer) return undefined;
    const { issuer, audiences, scopes } = authorizer;
    const known = authorizers.get(key) ?? makeJwtAuthorizer({ issuer, audience: audiences[0] ?? '', scopes });
    authorizers.set(key, known);
    return known(token);
  };

  const send: DeployedStack['send'] = async (target, request = {}, overrides = {}) => {
    const route = routes.find(({ key }) => isRouteFor(key, target));
    const deployed = route && functionAt(functions, route.uri);
    if (!deployed) throw new Error(`${target} leads to no function of ${stackName}.`);
    const jwt = await authorize(route, request.token);
    if (typeof jwt === 'string') return refusals[jwt];
    const headers = { ...request.headers, ...(request.isDirect !== true && frontHeaders) };
    const event = toEvent(route.key, target, { ...request, headers }, jwt);
    const sendOnce = async (): Promise<Response> => toResponse(await invoke(deployed.name, event, overrides));
    // On a busy machine, a function can exceed its deadline. Clients of the API retry a request after a 503, and so do the
    // drills.
    let response = await sendOnce();
    for (let times = 1; times < TRIES && response.status === 503; times += 1) response = await sendOnce();
    return response;
  };

  const stopEnvironments = async (): Promise<void> => {
    await Promise.all([...runtimes.values()].map(({ stop }) => stop()));
  };
  const readLog: DeployedStack['readLog'] = async () => {
    await stopEnvironments();
    return (await Promise.all([...runtimes.values()].map((runtime) => runtime.readLog()))).flat();
  };
  const close = async (): Promise<void> => {
    await stopEnvironments();
    for (const proxy of proxies.values()) proxy.close();
  };
  return { ...description, proxyOf, send, invoke, stopEnvironments, readLog, close };
};
