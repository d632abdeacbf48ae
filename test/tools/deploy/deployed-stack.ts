import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { makeJwtAuthorizer } from '../../../lib/local/gateway/jwt-authorizer.ts';
import { openGateway } from '../../../lib/local/gateway/server.ts';
import { consoleRoutes } from '../../../shared/console-api/routes.ts';
import { makeRuntime, type Outcome } from '../../support/lambda-runtime.ts';
import { forwardCall, startIamProxy, type Statement } from './iam-proxy.ts';
import type { Moto } from './moto.ts';
import { makeSender } from './send.ts';

/** Longer than any function's own timeout, which its process enforces. */
const FUNCTION_TIMEOUT_MILLISECONDS = 600_000;

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
  readonly mappings: readonly Mapping[];
  /** The schedules of EventBridge. */
  readonly schedules: readonly { schedule: string; target: string }[];
  readonly ownAlarms: readonly { namespace: string; dimensions: Record<string, string> }[];
}

/** Environment variables by their names. */
type Variables = Readonly<Record<string, string>>;

/** A stack in moto whose functions run here, each under the policies of its role, behind the local gateway. */
export type DeployedStack = Awaited<ReturnType<typeof openStack>>;

/** Finds the function that a route's integration calls, directly or through an alias. */
const functionAt = (functions: readonly DeployedFunction[], uri: string) =>
  functions.find(({ arn }) => uri === arn || uri.startsWith(`${arn}:`));

/** The local gateway's routes for a deployed one. The route for all methods serves every route of the console. */
const expandRoute = (key: string): { readonly method: string; readonly path: string }[] => {
  const [method = '', path = ''] = key.split(' ');
  if (method !== 'ANY') return [{ method, path }];
  return Object.values(consoleRoutes).map((route) => ({ ...route, path: path.replace('/{proxy+}', route.path) }));
};

const INVOCATION = /^\/2015-03-31\/functions\/(?<functionName>[^/]+)\/invocations/;
/** Lambda's response for an account with default quotas. */
const newAccount = { AccountLimit: { ConcurrentExecutions: 10, UnreservedConcurrentExecutions: 10 } };

/**
 * Opens a stack that was deployed into moto. Its functions' code is unpacked into `folder`. `machine` contains environment
 * variables that their processes need on this machine, in addition to the deployed ones.
 */
export const openStack = async (moto: Moto, stackName: string, folder: string, machine: Variables = {}) => {
  const description = await moto.describe<Description>(stackName, folder);
  const { functions, routes } = description;

  /** Starts the proxy of a function, and prepares its process. */
  const load = async ({ directory, timeoutSeconds, functionName, statements, ...deployed }: DeployedFunction) => {
    const proxy = await startIamProxy(moto.url, () => statements);
    const environment: Record<string, string> = {
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'ASIAROLE',
      AWS_SECRET_ACCESS_KEY: 'x',
      AWS_SESSION_TOKEN: 'x',
      AWS_LAMBDA_FUNCTION_NAME: functionName,
      AWS_ENDPOINT_URL: proxy.url,
      ...machine,
    };
    // Variables such as the URL of a queue contain moto's address.
    for (const [name, value] of Object.entries(deployed.environment))
      environment[name] = value.replace(moto.url, proxy.url);
    return { proxy, runtime: makeRuntime({ directory, timeoutSeconds, environment }) };
  };
  const loaded = new Map<string, Awaited<ReturnType<typeof load>>>();
  for (const each of functions) loaded.set(each.name, await load(each));
  const find = (name: string) => {
    const found = loaded.get(name);
    if (!found) throw new Error(`There is no function ${name} in ${stackName}.`);
    return found;
  };
  /** Calls a function, whose process stays warm. */
  const invoke = (name: string, event: object): Promise<Outcome> => find(name).runtime.invoke(event);

  /** Serves Lambda's API, because moto would start containers for invocations. Other calls of it go to moto. */
  const serveLambda = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const invoked = INVOCATION.exec(request.url ?? '')?.groups?.['functionName'];
    const { name } = functions.find(({ functionName }) => functionName === invoked) ?? {};
    if (request.url?.includes('/account-settings')) response.end(JSON.stringify(newAccount));
    else if (name === undefined) await forwardCall(moto.url, request, body, response);
    else {
      const { result, error } = await invoke(name, JSON.parse(body.toString()) as object);
      response.writeHead(200, error === undefined ? {} : { 'x-amz-function-error': 'Unhandled' });
      response.end(JSON.stringify(error === undefined ? result : { errorMessage: error }));
    }
  };
  const gateway = await openGateway(0);
  const served = routes.flatMap(({ key, uri, authorizer }) => {
    const { name: functionName } = functionAt(functions, uri) ?? {};
    if (functionName === undefined) throw new Error(`${key} leads to no function of ${stackName}.`);
    return expandRoute(key).map((route) => ({ ...route, functionName, needsJwt: authorizer !== undefined }));
  });
  const authorizer = routes.find((route) => route.authorizer)?.authorizer;
  const callFunction = async (name: string, event: object): Promise<unknown> => {
    const { result, error } = await invoke(name, event);
    if (error !== undefined) throw new Error(error);
    return result;
  };
  gateway.serve({
    routes: Object.fromEntries(served.map((route) => [`${route.method} ${route.path}`, route])),
    handlers: Object.fromEntries(functions.map(({ name }) => [name, (event: object) => callFunction(name, event)])),
    ...(authorizer && { authorize: makeJwtAuthorizer({ ...authorizer, audience: authorizer.audiences[0] ?? '' }) }),
    intercept: (request, response) => {
      const isLambda = /^\/20\d\d-\d\d-\d\d\//.test(request.url ?? '');
      if (isLambda) void serveLambda(request, response);
      return isLambda;
    },
    functionTimeoutMilliseconds: FUNCTION_TIMEOUT_MILLISECONDS,
    onFailure: () => undefined,
    onResponse: () => undefined,
  });

  /** Ends all processes of the functions, so that the next event of each has a cold start. */
  const stopEnvironments = async (): Promise<void> => {
    await Promise.all([...loaded.values()].map(({ runtime }) => runtime.stop()));
  };
  return {
    ...description,
    /** The address of the stack's API and, for its functions, of Lambda's own API. */
    url: gateway.url,
    /** The proxy between a function and AWS. */
    proxyOf: (name: string) => find(name).proxy,
    /** Sends a request. A temporary failure is retried. */
    send: makeSender(gateway.url).send,
    invoke,
    stopEnvironments,
    /** The lines that the functions have logged. Ends their processes like `stopEnvironments`. */
    readLog: async () => {
      await stopEnvironments();
      return (await Promise.all([...loaded.values()].map(({ runtime }) => runtime.readLog()))).flat();
    },
    close: async () => {
      await gateway.stop();
      await stopEnvironments();
      for (const { proxy } of loaded.values()) await proxy.stop();
    },
  };
};
