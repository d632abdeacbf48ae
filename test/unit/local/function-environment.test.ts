import { describe, expect, it } from '@jest/globals';
import { functionEnvironment } from '../../../lib/local/function-environment.ts';
import { localAccount } from '../../../shared/local-service.ts';

const lifetimes = { accessTokenSeconds: 2, refreshTokenSeconds: 4, refreshGraceSeconds: 1 };
const endpoints = { databaseUrl: 'http://127.0.0.1:8000', secretsUrl: 'http://127.0.0.1:8002' };
const account = { AWS_PROFILE: 'expired', AWS_ACCESS_KEY_ID: 'AKIA', AWS_SESSION_TOKEN: 'x', AWS_REGION: 'us-east-1' };

const environmentFor = (environment: Record<string, string>) => functionEnvironment(lifetimes, endpoints, environment);

describe('The environment of the functions in the local service', () => {
  it('connects the SDK to this machine', () => {
    expect(environmentFor({})).toMatchObject({
      AWS_ENDPOINT_URL_DYNAMODB: endpoints.databaseUrl,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoints.secretsUrl,
      ...localAccount,
    });
  });

  it.each<Record<string, string>>([{}, { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:8001' }])(
    'has nothing of the operator’s account, with %j',
    (settings) => {
      expect({ ...account, ...environmentFor({ ...account, ...settings }) }).toMatchObject(localAccount);
    },
  );

  it.each(['AWS_ENDPOINT_URL_SNS', 'AWS_ENDPOINT_URL_EVENTBRIDGE'])('keeps the account if %s is set', (setting) => {
    const settings = { [setting]: 'https://sns.us-east-1.amazonaws.com' };
    expect({ ...account, ...environmentFor({ ...account, ...settings }) }).toMatchObject(account);
    expect(environmentFor(settings)).toMatchObject(localAccount);
  });
});
