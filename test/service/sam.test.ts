import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as startRequest, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startForwarder } from '../../lib/local/sam/forwarder.ts';
import { readContainerHost } from '../../lib/local/sam/container-host.ts';
import { TEMPLATE } from '../../lib/local/sam/sam-command.ts';
import { runSam } from '../../lib/local/sam/run-sam.ts';
import { LOCAL_KEY_SECRET } from '../../shared/local-service.ts';
import { runService, type RunningService } from '../support/running-service.ts';

// Linux responds on every address of 127.0.0.0/8, so these can stand in for the bridge and a container.
const BRIDGE = { address: '127.0.0.2', subnet: '127.0.0.0/16' } as const;
const CONTAINER = '127.0.0.3';
const onLinux = process.platform === 'linux' ? describe : describe.skip;

/** A request for a signing key, which the forwarder must give only to containers. */
const READ_KEY = JSON.stringify({ SecretId: LOCAL_KEY_SECRET });

const folder = mkdtempSync(join(tmpdir(), 'sam-test-'));
let engine: Server;
let service: RunningService;

const portOf = (url: string): number => Number(new URL(url).port);

/** A stand-in for the SAM CLI, which records its options and calls the service as a container does. */
const SAM = `#!${process.execPath}
const { writeFileSync } = require('node:fs');
const { request } = require('node:http');
const words = process.argv.slice(2);
const [name, address] = words[words.indexOf('--add-host') + 1].split(':');
const host = name + ':' + process.env.DYNAMODB_PORT;
const headers = { host, 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'secretsmanager.GetSecretValue' };
const sent = request({ host: address, localAddress: '${CONTAINER}', port: process.env.DYNAMODB_PORT, method: 'POST', headers }, ({ statusCode }) => {
  writeFileSync('${join(folder, 'called.json')}', JSON.stringify({ words, statusCode }));
  process.exit(7);
});
sent.end('${READ_KEY}');
`;

beforeAll(async () => {
  service = await runService();
  writeFileSync(join(folder, 'sam'), SAM, { mode: 0o755 });
  const responses: Record<string, object> = {
    '/info': { Name: hostname(), SecurityOptions: [] },
    '/networks/bridge': { IPAM: { Config: [{ Subnet: BRIDGE.subnet, Gateway: BRIDGE.address }] } },
  };
  engine = createServer(({ url = '' }, response) => response.end(JSON.stringify(responses[url])));
  await once(engine.listen(join(folder, 'engine')), 'listening');
});
afterAll(async () => {
  engine.close();
  await service.stop();
  rmSync(folder, { recursive: true });
});

const run = async (settings: Record<string, string> = {}, args: readonly string[] = ['--port', '0']) => {
  const [printed, warned]: [string[], string[]] = [[], []];
  const synthesised: object[] = [];
  const environment = {
    PATH: folder,
    DOCKER_HOST: `unix://${join(folder, 'engine')}`,
    DYNAMODB_PORT: String(portOf(service.databaseUrl)),
    ...settings,
  };
  const code = await runSam(args, environment, {
    end: new Promise(() => undefined),
    print: (text) => printed.push(text),
    warn: (text) => warned.push(text),
    outputDirectory: join(folder, 'output'),
    synthesise: async (options) => {
      synthesised.push(options);
      mkdirSync(join(folder, 'output'), { recursive: true });
      writeFileSync(join(folder, 'output', TEMPLATE), '{"Resources":{}}');
      return 0;
    },
  });
  return { code, printed: printed.join('\n'), warned: warned.join('\n'), synthesised };
};

onLinux('npm run sam', () => {
  it('lets containers call the service on the port that it also has on the host, while SAM runs', async () => {
    const port = portOf(service.databaseUrl);
    const { code, synthesised } = await run();
    const { words, statusCode } = JSON.parse(readFileSync(join(folder, 'called.json'), 'utf8'));
    expect({ code, statusCode, synthesised }).toMatchObject({
      code: 7,
      statusCode: 200,
      synthesised: [{ stage: 'dev', awsEndpointUrl: `http://host.docker.internal:${port}` }],
    });
    expect(words).toStrictEqual(expect.arrayContaining(['--env-vars', 'env.local.json']));
    // The user's options are last, because SAM uses the last value of an option.
    expect(words.slice(-2)).toStrictEqual(['--port', '0']);
    const [error] = await once(connect(port, BRIDGE.address), 'error');
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  });

  it.each([
    [
      'the service does not run',
      { DYNAMODB_PORT: '1' },
      /^The DynamoDB of npm start does not respond on port 1: run npm start in another terminal/,
    ],
    [
      'another database is set',
      { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' },
      /^npm run sam uses the embedded DynamoDB only/,
    ],
    [
      'no container engine responds',
      { DOCKER_HOST: 'unix:///nonexistent' },
      /^No container engine responds at \/nonexistent \(connect ENOENT \/nonexistent\): start Docker/,
    ],
  ])('says in one line what to do if %s', async (_case, settings, line) => {
    const { code, warned, synthesised } = await run(settings);
    expect({ code, synthesised }).toStrictEqual({ code: 1, synthesised: [] });
    expect(warned).toMatch(line);
    expect(warned).not.toContain('\n');
  });

  it('says that the port of DynamoDB belongs to another program', async () => {
    const other = createServer((_request, response) => response.end('<html>')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { warned } = await run({ DYNAMODB_PORT: String((other.address() as AddressInfo).port) });
    other.close();
    expect(warned).toMatch(/^The DynamoDB of npm start does not respond on port \d+: .* set DYNAMODB_PORT/);
  });

  it('says that SAM is not installed', async () => {
    const { code, warned } = await run({ PATH: '/nonexistent' });
    expect([code, warned]).toStrictEqual([1, expect.stringMatching(/^The command sam was not found: install/)]);
  });

  it('prints its help, with the settings, even if SAM is not installed', async () => {
    const { code, printed } = await run({ PATH: '/nonexistent' }, ['--help']);
    expect(code).toBe(0);
    expect(printed).toMatch(/DYNAMODB_PORT[^]*DOCKER_HOST/);
  });
});

it('On systems other than Linux, the address of the host is known without asking the container engine', async () => {
  expect(await readContainerHost({ DOCKER_HOST: 'unix:///nonexistent' }, 'darwin')).toBe('host-gateway');
});

onLinux('The forwarder', () => {
  const readKey = async (port: number, localAddress: string, host: string): Promise<number | undefined> => {
    const headers = {
      host,
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'secretsmanager.GetSecretValue',
    };
    const sent = startRequest({ host: BRIDGE.address, localAddress, port, method: 'POST', headers }).end(READ_KEY);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };

  it('forwards only calls from containers, and leaves the check of the Host header to the service', async () => {
    const port = portOf(service.secretsUrl);
    const stop = await startForwarder(BRIDGE, port);
    try {
      expect(await readKey(port, CONTAINER, `host.docker.internal:${port}`)).toBe(200);
      expect(await readKey(port, CONTAINER, `${BRIDGE.address}:${port}`)).toBe(403);
      expect(await readKey(port, CONTAINER, `rebound.example:${port}`)).toBe(403);
      // The first caller is a browser on this machine, the second a machine in another network.
      for (const caller of [BRIDGE.address, '127.1.0.1']) {
        await expect(readKey(port, caller, `host.docker.internal:${port}`)).rejects.toMatchObject({
          code: 'ECONNRESET',
        });
      }
    } finally {
      stop();
    }
  });

  it('fails to start if its address is in use', async () => {
    const port = portOf(service.databaseUrl);
    const stop = await startForwarder(BRIDGE, port);
    await expect(startForwarder(BRIDGE, port)).rejects.toMatchObject({ code: 'cannot_start' });
    stop();
  });
});
