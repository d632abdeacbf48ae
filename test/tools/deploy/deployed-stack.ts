import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { openGateway } from '../../../lib/local/gateway/server.ts';
import { consoleApiRoutes, makeGateRoutes } from '../../../lib/local/local-routes.ts';
import { makeRuntime, type Outcome } from '../../support/lambda-runtime.ts';
import { forwardCall, startIamProxy } from './iam-proxy.ts';
import type { Moto } from './moto.ts';
import { readStack, type DeployedFunction } from './read-stack.ts';
import { makeSender } from '../drive-api/send.ts';

/** Longer than any function's own timeout, which its process enforces. */
const FUNCTION_TIMEOUT_MILLISECONDS = 600_000;
const REDIRECT = pathToFileURL(join(import.meta.dirname, 'redirect-fetch.ts')).href;
const INVOCATION = /^\/2015-03-31\/functions\/([^/]+)\/invocations/;

/** The template has an authorizer in front of the console's function. Here, the function alone checks the token. */
const ROUTES = { ...makeGateRoutes(), ...consoleApiRoutes };

/** A stack in moto whose functions run here, each under the policies of its role, behind the local gateway. */
export type DeployedStack = Awaited<ReturnType<typeof openStack>>;

/**
 * @param assembly the cloud assembly that was deployed
 * @param issuer the address of an issuer on this machine that stands in for the user pool
 */
export const openStack = async (moto: Moto, assembly: string, issuer: string) => {
  const { functions, outputs } = await readStack(moto, assembly);

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
      NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import ${REDIRECT}`,
      REDIRECT_TO: issuer,
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
    if (!found) throw new Error(`The stack has no function ${name}.`);
    return found;
  };
  /** Calls a function, whose process stays warm. */
  const invoke = (name: string, event: object): Promise<Outcome> => find(name).runtime.invoke(event);
  const callFunction = async (name: string, event: object): Promise<unknown> => {
    const { result, error } = await invoke(name, event);
    if (error !== undefined) throw new Error(error);
    return result;
  };

  /** Serves Lambda's API, because moto would start containers for invocations. Other calls of it go to moto. */
  const serveLambda = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const [, invoked] = INVOCATION.exec(request.url ?? '') ?? [];
    const { name } = functions.find(({ functionName }) => functionName === invoked) ?? {};
    if (name !== undefined)
      response.end(JSON.stringify(await callFunction(name, JSON.parse(body.toString()) as object)));
    else await forwardCall(moto.url, request, body, response);
  };
  const gateway = await openGateway(0);
  gateway.serve({
    routes: ROUTES,
    handlers: Object.fromEntries(functions.map(({ name }) => [name, (event: object) => callFunction(name, event)])),
    intercept: (request, response) => {
      const isLambda = /^\/20\d\d-\d\d-\d\d\//.test(request.url ?? '');
      if (isLambda) serveLambda(request, response).catch(() => response.destroy());
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
    functions,
    outputs,
    /** The address of the stack's API and, for its functions, of Lambda's own API. */
    url: gateway.url,
    /** The proxy between a function and AWS. */
    proxyOf: (name: string) => find(name).proxy,
    /** Sends a request. A temporary failure is retried. */
    send: makeSender(gateway.url).send,
    invoke,
    stopEnvironments,
    close: async () => {
      await gateway.stop();
      await stopEnvironments();
      for (const { proxy } of loaded.values()) await proxy.stop();
    },
  };
};
