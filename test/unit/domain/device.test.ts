import { describe, expect, it } from '@jest/globals';
import { validateEndpoint } from '../../../shared/domain/device.ts';

const endpoint = 'arn:aws:sns:eu-central-1:123456789012:endpoint/APNS/desk-app/5e3e9847-3183-3f18-a7e8-671c3a57d4b3';

describe('The endpoint of a device', () => {
  it('is a string', () => {
    expect(validateEndpoint(endpoint)).toBeUndefined();
    for (const other of [[endpoint], { toString: () => endpoint }, null, undefined, 42])
      expect(validateEndpoint(other)).toMatch(/^must be the ARN of an SNS platform endpoint, such as arn:/);
  });
});
