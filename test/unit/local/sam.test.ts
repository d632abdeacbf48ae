import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findContainerHost } from '../../../lib/local/sam/container-host.ts';
import { samEnvironment } from '../../../lib/local/sam/sam-command.ts';
import { makeRequestIdsUnique } from '../../../lib/local/sam/unique-request-ids.ts';

const HERE = 'workstation';
const engine = { Name: HERE, SecurityOptions: ['name=seccomp,profile=default'] };
const networkOf = (...Config: readonly { readonly Subnet: string; readonly Gateway?: string }[]) => ({
  Name: 'bridge',
  IPAM: { Driver: 'default', Config },
});
const dockerNetwork = networkOf({ Subnet: '172.17.0.0/16' });
const ipv6 = { Subnet: 'fd00::/80', Gateway: 'fd00::1' };

describe('The host that containers call to reach this machine', () => {
  it.each([
    ['Docker Engine names no gateway', dockerNetwork, { address: '172.17.0.1', subnet: '172.17.0.0/16' }],
    [
      'a bridge has IPv6 too',
      networkOf(ipv6, { Subnet: '10.1.0.0/24', Gateway: '10.1.0.254' }),
      { address: '10.1.0.254', subnet: '10.1.0.0/24' },
    ],
  ])('is the address of the bridge if %s', (_case, network, found) => {
    expect(findContainerHost(engine, network, HERE)).toMatchObject(found);
  });

  it('is host-gateway if the engine runs in a virtual machine, because it forwards that name to this machine', () => {
    expect(findContainerHost({ ...engine, Name: 'docker-desktop' }, dockerNetwork, HERE)).toBe('host-gateway');
  });

  it.each([
    ['Docker runs without root', { ...engine, SecurityOptions: ['name=rootless'] }, dockerNetwork, 'set DOCKER_HOST'],
    ['Podman runs without root', { ...engine, Rootless: true }, dockerNetwork, 'set DOCKER_HOST'],
    ['the bridge has IPv6 only', engine, networkOf(ipv6), 'no network "bridge" with IPv4 addresses'],
    ['the bridge is missing', engine, {}, 'no network "bridge" with IPv4 addresses'],
  ])('cannot be found if %s, and the error says what to do', (_case, info, network, message) => {
    expect(() => findContainerHost(info, network, HERE)).toThrow(
      expect.objectContaining({ code: 'cannot_start', message: expect.stringContaining(message) }),
    );
  });
});

it('SAM runs without the user’s credentials, which it would pass on to the containers', () => {
  const passedOn = samEnvironment({
    PATH: '/bin',
    AWS_PROFILE: 'production',
    AWS_ACCESS_KEY_ID: 'AKIA',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_SESSION_TOKEN: 'session',
  });
  expect(passedOn).toMatchObject({ PATH: '/bin', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' });
  expect(JSON.stringify(passedOn)).not.toMatch(/AKIA|secret"|session|production/);
});

describe('An adapted function', () => {
  const folder = mkdtempSync(join(tmpdir(), 'request-ids-'));
  beforeAll(() => {
    mkdirSync(join(folder, 'asset.1'));
    writeFileSync(join(folder, 'asset.1/index.js'), 'exports.handler = (event, context) => ({ event, context });');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const adapt = (Handler: string) => {
    const Checkin = {
      Type: 'AWS::Lambda::Function',
      Properties: { Handler, Timeout: 5 },
      Metadata: { 'aws:asset:path': 'asset.1' },
    };
    const Table = { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'Users' } };
    writeFileSync(join(folder, 'template.json'), JSON.stringify({ Resources: { Checkin, Table } }));
    makeRequestIdsUnique(folder, 'template.json');
    const { Resources } = JSON.parse(readFileSync(join(folder, 'template.json'), 'utf8'));
    const { Handler: adapted, ...others } = Resources.Checkin.Properties;
    expect([others, Resources.Table]).toEqual([{ Timeout: 5 }, Table]);
    const [file, name] = adapted.split('.');
    return createRequire(import.meta.url)(join(folder, 'asset.1', `${file}.js`))[name];
  };

  it('gets an event whose request id is the id of the invocation, and which is otherwise unchanged', () => {
    const event = { body: '{}', requestContext: { requestId: 'the-same', http: { method: 'POST' } } };
    const context = { awsRequestId: 'invocation-1' };
    expect(adapt('index.handler')(event, context)).toStrictEqual({
      event: { body: '{}', requestContext: { requestId: 'invocation-1', http: { method: 'POST' } } },
      context,
    });
  });
});
