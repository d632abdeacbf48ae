import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { deflateRawSync } from 'node:zlib';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accessLogLine } from '../../lib/aws/constructs/api-stage.ts';
import { bundleFunction } from '../../lib/aws/bundling.ts';
import { functionPermissions, type FunctionName } from '../../lib/aws/function-permissions.ts';
import { listen, stopServer } from '../../lib/local/local-server.ts';
import { operations } from '../../lib/openapi/operations.ts';
import { startStubEventBridge } from '../support/start-stub-eventbridge.ts';
import { runService, type RunningService, type TestClient } from '../support/running-service.ts';
import { makeRuntime } from '../support/lambda-runtime.ts';

const HOUR = 60 * 60_000;
const names = Object.keys(functionPermissions) as FunctionName[];
const folder = mkdtempSync(join(tmpdir(), 'bundles-'));
const directoryOf = (name: FunctionName): string => join(folder, name);

let service: RunningService;
let client: TestClient;
let sns: Server;
let snsUrl: string;
/** The requests that reached SNS. */
const published: URLSearchParams[] = [];

beforeAll(async () => {
  for (const name of names) bundleFunction(name, directoryOf(name));
  sns = createServer((request, response) => {
    void text(request).then((body) => {
      published.push(new URLSearchParams(body));
      response.end('<PublishResponse><PublishResult><MessageId>1</MessageId></PublishResult></PublishResponse>');
      return body;
    });
  });
  snsUrl = await listen(sns, 'PORT', 0);
  service = await runService();
  client = await service.aClient();
});
afterAll(async () => {
  await service.stop();
  await stopServer(sns, 0);
  rmSync(folder, { recursive: true });
});

/** The environment variables that the local service has set, and those that only a deployment sets. */
const environment = (): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? ''])),
  AWS_ENDPOINT_URL_SNS: snsUrl,
  PUSH_TOPIC_ARN: 'arn:aws:sns:eu-central-1:000000000000:pushes',
  POWERTOOLS_SERVICE_NAME: 'checkin-test',
  POWERTOOLS_LOG_LEVEL: 'INFO',
  POWERTOOLS_METRICS_DISABLED: 'false',
  NODE_OPTIONS: '',
});

/** Handles one event with a bundle, in a process that has only the environment variables `variables`. */
const invoke = async (
  name: FunctionName,
  event: object,
  variables: Readonly<Record<string, string>> = environment(),
) => {
  const runtime = makeRuntime({ directory: directoryOf(name), environment: variables, timeoutSeconds: 5 });
  const outcome = await runtime.invoke(event);
  await runtime.stop();
  return { ...outcome, log: await runtime.readLog() };
};

interface Result {
  readonly statusCode: number;
  readonly body: string;
}

const ask = async (name: FunctionName, headers: Record<string, string>, body?: object) => {
  const http = { sourceIp: '192.0.2.1' };
  const event = {
    version: '2.0',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
    isBase64Encoded: false,
    requestContext: { requestId: `request-${name}`, http },
  };
  // Retries, because a function might miss its deadline on a busy machine.
  for (let tries = 1; ; tries += 1) {
    const { result, log } = await invoke(name, event);
    const { statusCode, body: response } = result as Result;
    if (statusCode !== 503 || tries === 10)
      return { statusCode, response: JSON.parse(response) as Record<string, string>, log };
  }
};

/** The access log's line of a check-in, with values as long as API Gateway's. */
const accessLogExample = {
  ...accessLogLine,
  requestId: 'JKJaXmPLvHcESHA=',
  requestTime: '21/Nov/2026:08:00:00 +0000',
  host: 'abcdefghij.execute-api.eu-central-1.amazonaws.com',
  routeKey: 'POST /scheduling/checkin',
  status: '200',
  responseLatency: '123',
  integrationLatency: '120',
  integrationStatus: '200',
  integrationError: '-',
  errorType: '-',
  sourceIp: '203.0.113.200',
};

/** What CloudWatch Logs charges for: the text, and 26 bytes for each event. */
const bytesOf = (lines: readonly object[]): number =>
  lines.reduce((sum, line) => sum + JSON.stringify(line).length + 26, 0);

/** Returns the log lines in CloudWatch's embedded metric format, in which `_aws` names the members that are metrics. */
const metricsOf = (log: readonly Record<string, unknown>[]) => log.filter((line) => '_aws' in line);

describe('The bundled functions, in a Node process without packages,', () => {
  it('log in, refresh, check in and push, and write logs that name the deployed service', async () => {
    const user = { companyId: client.companyId, userId: 7 };
    await service.stores.users.save({ companyId: client.companyId, id: user.userId });
    const period = { checkinOpensAt: Date.now() - HOUR, noShowAt: Date.now() + HOUR };
    await service.stores.bookings.save({ user, bookingId: 'desk', kind: 'position', name: 'Desk 4.12', ...period });

    const auth = await ask('auth', {}, { clientId: client.clientId, clientSecret: client.clientSecret });
    expect(auth.statusCode).toBe(201);
    expect(auth.log[0]).toMatchObject({ service: 'checkin-test', requestId: 'request-auth', statusCode: 201 });
    expect(metricsOf(auth.log)).toEqual([expect.objectContaining({ service: 'checkin-test', LoginSucceeded: 1 })]);
    const refresh = await ask('refresh', { authorization: `Bearer ${auth.response['refreshToken']}` });
    expect(refresh.statusCode).toBe(200);
    const authorization = `Bearer ${refresh.response['accessToken']}`;
    const headers = { authorization, 'idempotency-key': 'swipe-1' };
    const checkin = await ask('checkin', headers, { id: user.userId, notify: true });
    expect(checkin).toMatchObject({ statusCode: 200, response: { checkinCount: 1 } });
    expect(bytesOf([...checkin.log, accessLogExample])).toBeLessThanOrEqual(1_500);

    const [booking] = await service.stores.bookings.list(user);
    const { user: ref, ...attributes } = booking ?? { user };
    const NewImage = marshall({ ...ref, ...attributes, companyUser: 'ignored' });
    const record = { eventName: 'MODIFY', dynamodb: { SequenceNumber: '1', NewImage } };
    published.length = 0;
    const push = await invoke('push', { Records: [record] });
    expect(push.result).toEqual({ batchItemFailures: [] });
    expect(published.map((request) => request.get('Message'))).toEqual([expect.stringContaining('Desk 4.12')]);
  });

  it('put the event of a check-in on the bus', async () => {
    const bus = await startStubEventBridge();
    const image = {
      companyId: client.companyId,
      userId: 7,
      bookingId: 'desk',
      kind: 'position',
      checkinOpensAt: 1,
      noShowAt: 2,
      checkin: { checkinId: 'c-1', at: 1 },
    };
    const record = {
      eventName: 'MODIFY',
      eventSourceARN: 'arn:aws:dynamodb:eu-central-1:0:table/Bookings/stream/2026',
      dynamodb: { SequenceNumber: '1', ApproximateCreationDateTime: 1, NewImage: marshall(image) },
    };
    const variables = { ...environment(), AWS_ENDPOINT_URL_EVENTBRIDGE: bus.url };
    const { result, log } = await invoke('events', { Records: [record] }, variables);
    await bus.stop();
    expect(result).toEqual({ batchItemFailures: [] });
    expect(bus.accepted).toMatchObject([{ DetailType: 'checkin.performed', detail: { data: { checkinId: 'c-1' } } }]);
    expect(log).toMatchObject([{ message: 'events sent', count: 1, service: 'checkin-test' }]);
  });

  it.each(names)('report missing settings as soon as their code is loaded: %s', async (name) => {
    const { error } = await invoke(name, {}, { AWS_REGION: 'eu-central-1' });
    expect(error).toMatch(/Wrong settings: [A-Z_]+ is missing[;.]/);
  });
});

describe('A bundle', () => {
  it.each(names)('does not exceed its size limit: %s', (name) => {
    const code = readFileSync(join(directoryOf(name), 'index.js'));
    // People at gates rarely wait for a cold start of sync or admin, so these two may be larger.
    const limits: Partial<Record<FunctionName, number>> = { sync: 330_000, admin: 550_000 };
    const limit = limits[name] ?? 320_000;
    expect(code.length).toBeLessThanOrEqual(limit);
    expect(deflateRawSync(code, { level: 9 }).length).toBeLessThanOrEqual(limit / 3);
  });

  it.each(names)('contains no code that only developers or other functions need: %s', (name) => {
    const code = readFileSync(join(directoryOf(name), 'index.js'), 'utf8');
    const foreign = ['aws-cdk', 'node:http2', 'undici', 'CloudFormation', 'commander', 'eventstream'];
    expect(foreign.filter((word) => code.includes(word))).toEqual([]);
    // Handlers take only types from `operations.ts`, whose texts are for the API document.
    expect(Object.values(operations).filter(({ description }) => code.includes(description))).toEqual([]);
    expect(code.includes('PublishCommand') || code.includes('TopicArn')).toBe(name === 'push');
    expect(code.includes('secretsmanager')).toBe(['auth', 'refresh'].includes(name));
  });
});
