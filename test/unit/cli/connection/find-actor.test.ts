import { userInfo } from 'node:os';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { findActor } from '../../../../lib/cli/connection/find-actor.ts';
import { operatorCredentials, serve, type TestServer } from '../../../support/serve.ts';

const ARN = 'arn:aws:sts::123456789012:assumed-role/Operator/olive';
const XML = `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Arn>${ARN}</Arn></GetCallerIdentityResult></GetCallerIdentityResponse>`;

let sts: TestServer;
beforeAll(async () => {
  sts = await serve((_request, response) => response.writeHead(200, { 'content-type': 'text/xml' }).end(XML));
  Object.assign(process.env, operatorCredentials);
});
afterAll(() => sts.stop());

it.each([
  ['the operator’s AWS identity if the command is for a stack', () => sts.url, { stack: 'checkin-prod' }, ARN],
  [
    'the user of the operating system if the command is for a stack but STS cannot be reached',
    () => 'http://127.0.0.1:1',
    { stack: 'checkin-prod' },
    userInfo().username,
  ],
  ['the user of the operating system for the local service', () => sts.url, { local: true }, userInfo().username],
])('The actor of a command is %s', async (_, stsUrl, options, id) => {
  Object.assign(process.env, { AWS_ENDPOINT_URL_STS: stsUrl() });
  expect(await findActor(options)).toEqual({ through: 'cli', id });
});
