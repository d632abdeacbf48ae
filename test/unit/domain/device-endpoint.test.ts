import { describe, expect, it } from '@jest/globals';
import { faultOfEndpoint } from '../../../shared/domain/device-endpoint.ts';

const endpoint = 'arn:aws:sns:eu-central-1:123456789012:endpoint/APNS/desk-app/5e3e9847-3183-3f18-a7e8-671c3a57d4b3';

describe('The endpoint of a device', () => {
  it('is a string', () => {
    expect(faultOfEndpoint(endpoint)).toBeUndefined();
    for (const other of [[endpoint], { toString: () => endpoint }, null, undefined, 42])
      expect(faultOfEndpoint(other)).toMatch(/^must be the ARN of an SNS platform endpoint, such as arn:/);
  });
});
