import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { userInfo } from 'node:os';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findActor } from '../../../../lib/cli/connection/find-actor.ts';

const ARN = 'arn:aws:sts::123456789012:assumed-role/Operator/olive';
const XML = `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Arn>${ARN}</Arn></GetCallerIdentityResult></GetCallerIdentityResponse>`;

let sts: Server;
const environment = process.env;

beforeAll(async () => {
  sts = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/xml' }).end(XML));
  await new Promise<void>((resolve) => {
    sts.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(() => {
  sts.close();
  sts.closeAllConnections();
});

beforeEach(() => {
  const url = `http://127.0.0.1:${(sts.address() as AddressInfo).port}`;
  const credentials = { AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x', AWS_REGION: 'eu-central-1' };
  process.env = { ...environment, ...credentials, AWS_ENDPOINT_URL_STS: url };
});
afterEach(() => {
  process.env = environment;
});

describe('The actor of a command', () => {
  it('is the AWS identity of the operator on a deployed stack', async () => {
    expect(await findActor({ stack: 'checkin-prod' })).toEqual({ through: 'cli', id: ARN });
  });

  it('is the user of the operating system if STS cannot be reached', async () => {
    process.env['AWS_ENDPOINT_URL_STS'] = 'http://127.0.0.1:1';
    expect(await findActor({ stack: 'checkin-prod' })).toEqual({ through: 'cli', id: userInfo().username });
  });

  it('is the user of the operating system on the local service', async () => {
    expect(await findActor({ local: true })).toEqual({ through: 'cli', id: userInfo().username });
  });
});
