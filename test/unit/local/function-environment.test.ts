import { describe, expect, it } from '@jest/globals';
import { functionEnvironment } from '../../../lib/local/function-environment.ts';

const lifetimes = { accessTokenSeconds: 2, refreshTokenSeconds: 4, refreshGraceSeconds: 1 };
const endpoints = { databaseUrl: 'http://127.0.0.1:8000', secretsUrl: 'http://127.0.0.1:8002' };

const environmentFor = (environment: Record<string, string>) => functionEnvironment(lifetimes, endpoints, environment);

describe('The environment of the functions in the local service', () => {
  it('connects the SDK to this machine', () => {
    expect(environmentFor({})).toMatchObject({
      AWS_ENDPOINT_URL_DYNAMODB: endpoints.databaseUrl,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoints.secretsUrl,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    });
  });

  it('does not replace an access key that is set', () => {
    expect(environmentFor({ AWS_ACCESS_KEY_ID: 'AKIA' })).not.toHaveProperty('AWS_SECRET_ACCESS_KEY');
  });

  it('replaces a profile, whose session might have expired, if no real service is called', () => {
    expect(environmentFor({ AWS_PROFILE: 'dev' })).toMatchObject({ AWS_PROFILE: '', AWS_ACCESS_KEY_ID: 'local' });
  });

  it.each(['AWS_ENDPOINT_URL_DYNAMODB', 'AWS_ENDPOINT_URL_SNS', 'AWS_ENDPOINT_URL_EVENTBRIDGE'])(
    'does not replace a profile if %s is set',
    (setting) => {
      const environment = environmentFor({ AWS_PROFILE: 'dev', [setting]: 'http://127.0.0.1:8001' });
      expect(Object.keys(environment)).not.toEqual(expect.arrayContaining([expect.stringMatching(/PROFILE|KEY_ID/)]));
    },
  );

  it('does not replace a region that is set', () => {
    expect(environmentFor({ AWS_DEFAULT_REGION: 'us-east-1' })['AWS_REGION']).toBe('us-east-1');
    expect(environmentFor({ AWS_REGION: 'eu-west-1', AWS_DEFAULT_REGION: 'us-east-1' })['AWS_REGION']).toBe(
      'eu-west-1',
    );
  });
});
