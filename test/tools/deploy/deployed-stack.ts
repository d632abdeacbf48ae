import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { invokeBundle, type Invocation } from '../../support/invoke-bundle.ts';
import { startGate, type Call, type Statement } from './iam-gate.ts';
import type { Moto } from './moto.ts';
import { runCommand } from './processes.ts';

interface DeployedFunction {
  readonly name: string;
  readonly functionName: string;
  readonly arn: string;
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly statements: readonly Statement[];
  /** Services that may call it. */
  readonly callers: readonly string[];
}

interface DeployedRoute {
  /** Such as `POST /auth`. */
  readonly key: string;
  readonly uri: string;
  readonly payload: string;
  readonly isThrottled: boolean;
  readonly authorization: string;
}

interface Mapping {
  readonly functionArn: string;
  readonly streamArn: string;
  readonly filters: readonly object[];
}

interface Description {
  readonly status: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** Resources of the template that are not there. */
  readonly missing: readonly string[];
  readonly functions: readonly DeployedFunction[];
  readonly routes: readonly DeployedRoute[];
  readonly mappings: readonly Mapping[];
  readonly ownAlarms: readonly { namespace: string; metric: string; dimensions: Record<string, string> }[];
}

export interface Response {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Readonly<Record<string, string>>;
}

interface Request {
  readonly body?: unknown;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A stack in moto whose functions run here, each under the policies of its role. */
export interface DeployedStack extends Description {
  readonly calls: readonly Call[];
  /** Messages that the functions published, as the SNS API got them. */
  readonly published: readonly URLSearchParams[];
  readonly log: readonly Record<string, unknown>[];
  /** What API Gateway makes of a request to a route, by its key. */
  readonly ask: (route: string, request?: Request) => Promise<Response>;
  readonly invoke: (name: string, event: object) => Promise<Invocation>;
  readonly close: () => void;
}

/** The function at the end of a route's integration: the function itself, or its alias. */
const functionAt = (functions: readonly DeployedFunction[], uri: string) =>
  functions.find(({ arn }) => uri === arn || uri.startsWith(`${arn}:`));

const toEvent = (key: string, { body, token, headers = {} }: Request) => {
  const [method = '', rawPath = ''] = key.split(' ');
  return {
    version: '2.0',
    routeKey: key,
    rawPath,
    rawQueryString: '',
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    isBase64Encoded: false,
    requestContext: {
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'gate/1' },
      requestId: randomUUID(),
      routeKey: key,
      stage: '$default',
      timeEpoch: Date.now(),
    },
  };
};

/** Payload format 1.0 has other members; a function that is made for 2.0 gets it if the deployment says so. */
const toFormat1 = ({ routeKey, rawPath, headers, requestContext, ...rest }: ReturnType<typeof toEvent>) => ({
  ...('body' in rest && { body: rest.body }),
  version: '1.0',
  resource: rawPath,
  path: rawPath,
  httpMethod: routeKey.split(' ')[0],
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
  requestContext: { identity: { sourceIp: '192.0.2.1' }, requestId: requestContext.requestId },
});

/** Opens a stack that was deployed into moto. Its functions' code is unpacked into `folder`. */
export const openStack = async (moto: Moto, stackName: string, folder: string): Promise<DeployedStack> => {
  const script = join(import.meta.dirname, 'describe_stack.py');
  const { code, stdout, stderr } = await runCommand(moto.python, [script, stackName, folder], moto.environment);
  if (code !== 0) throw new Error(`${stackName} cannot be described:\n${stderr}`);
  const description = JSON.parse(stdout) as Description;
  const calls: Call[] = [];
  const published: URLSearchParams[] = [];
  const log: Record<string, unknown>[] = [];
  const record = (call: Call, body: string): void => {
    calls.push(call);
    if (call.action === 'sns:Publish' && call.isAllowed) published.push(new URLSearchParams(body));
  };
  const gates = new Map<string, Awaited<ReturnType<typeof startGate>>>();
  for (const { name, statements } of description.functions) {
    gates.set(name, await startGate(name, statements, moto.url, record));
  }

  const invoke = async (name: string, event: object): Promise<Invocation> => {
    const deployed = description.functions.find((each) => each.name === name);
    if (!deployed) throw new Error(`There is no function ${name}.`);
    const invocation = await invokeBundle(
      deployed.directory,
      {
        AWS_REGION: 'eu-central-1',
        AWS_ACCESS_KEY_ID: 'ASIAROLE',
        AWS_SECRET_ACCESS_KEY: 'x',
        AWS_SESSION_TOKEN: 'x',
        AWS_LAMBDA_FUNCTION_NAME: deployed.functionName,
        ...deployed.environment,
        AWS_ENDPOINT_URL: gates.get(name)?.url ?? '',
      },
      event,
    );
    log.push(...invocation.log);
    return invocation;
  };

  const ask = async (key: string, request: Request = {}): Promise<Response> => {
    const route = description.routes.find((each) => each.key === key);
    const target = route && functionAt(description.functions, route.uri);
    if (!target) throw new Error(`The route ${key} leads to no function.`);
    const event = toEvent(key, request);
    const { result } = await invoke(target.name, route.payload === '2.0' ? event : toFormat1(event));
    const {
      statusCode,
      body,
      headers = {},
    } = result as {
      statusCode: number;
      body: string;
      headers?: Record<string, string>;
    };
    const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    return {
      status: statusCode,
      body: JSON.parse(body) as Record<string, unknown>,
      headers: Object.fromEntries(lowerCase) as Record<string, string>,
    };
  };

  const close = (): void => {
    for (const { server } of gates.values()) server.close();
  };
  return { ...description, calls, published, log, ask, invoke, close };
};
