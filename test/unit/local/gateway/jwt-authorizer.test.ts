import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { withJwtAuthorizer } from '../../../../lib/local/gateway/jwt-authorizer.ts';
import { STUB_AUDIENCE, startStubIssuer, type StubIssuer } from '../../../support/start-stub-issuer.ts';

let issuer: StubIssuer;
beforeAll(async () => {
  issuer = await startStubIssuer();
});
afterAll(() => issuer.stop());

const scope = 'checkin-console/admin';
const call = (authorization: string, issuerUrl = issuer.url) => {
  const handler = withJwtAuthorizer(() => 'called', { issuer: issuerUrl, audience: STUB_AUDIENCE, scope });
  return handler({ headers: { authorization } } as unknown as APIGatewayProxyEventV2, {} as Context);
};
const withToken = async (claims: Readonly<Record<string, unknown>>) => call(`Bearer ${await issuer.sign(claims)}`);

it('The JWT authorizer lets only requests with a valid access token pass, and otherwise responds as API Gateway does', async () => {
  expect(await withToken({})).toBe('called');
  const unauthorized = { statusCode: 401, body: '{"message":"Unauthorized"}' };
  expect(await withToken({ aud: 'another' })).toMatchObject(unauthorized);
  expect(await withToken({ token_use: 'id' })).toMatchObject(unauthorized);
  expect(await call('Bearer x')).toMatchObject(unauthorized);
  expect(await withToken({ scope: 'openid' })).toMatchObject({ statusCode: 403, body: '{"message":"Forbidden"}' });
});

it('If the issuer does not respond, the function decides', async () => {
  expect(await call(`Bearer ${await issuer.sign()}`, 'http://127.0.0.1:1')).toBe('called');
});
