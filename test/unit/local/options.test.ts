import { describe, expect, it } from '@jest/globals';
import { CannotStartError } from '../../../lib/local/cannot-start-error.ts';
import { readOptions } from '../../../lib/local/options.ts';

const defaults = {
  port: 3000,
  databasePort: 8000,
  demo: true,
  demoClients: 0,
  lifetimes: { accessTokenSeconds: 3600, refreshTokenSeconds: 604_800, refreshGraceSeconds: 60 },
  housekeepingSeconds: 60,
};

describe('The options of the local service', () => {
  it('have defaults, also for empty settings, as in `PORT= npm start`', () => {
    const empty = { PORT: '', DATA_DIR: '', DEMO: '', AWS_ENDPOINT_URL_DYNAMODB: '', ACCESS_TOKEN_SECONDS: '' };
    for (const settings of [{}, empty]) expect(readOptions(settings)).toEqual(defaults);
  });

  it('come from the settings', () => {
    const options = readOptions({
      PORT: '0',
      DYNAMODB_PORT: '65535',
      AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:8001',
      DATA_DIR: '/var/lib/../lib/checkin',
      DEMO: '0',
      DEMO_CLIENTS: '200',
      ACCESS_TOKEN_SECONDS: '2',
      REFRESH_TOKEN_SECONDS: '4',
      REFRESH_GRACE_SECONDS: '1',
      HOUSEKEEPING_SECONDS: '5',
    });
    expect(options).toEqual({
      port: 0,
      databasePort: 65_535,
      databaseUrl: 'http://127.0.0.1:8001',
      dataDirectory: '/var/lib/checkin',
      demo: false,
      demoClients: 200,
      lifetimes: { accessTokenSeconds: 2, refreshTokenSeconds: 4, refreshGraceSeconds: 1 },
      housekeepingSeconds: 5,
    });
  });

  it.each([
    [{ PORT: '65536' }, 'PORT is "65536" and must be a whole number from 0 to 65535.'],
    [{ DYNAMODB_PORT: '80a' }, 'DYNAMODB_PORT is "80a" and must be a whole number from 0 to 65535.'],
    [{ DEMO_CLIENTS: '-1' }, 'DEMO_CLIENTS is "-1" and must be a whole number from 0 to 10000.'],
    [{ DEMO: 'no' }, 'DEMO is "no" and must be a whole number from 0 to 1.'],
    [
      { AWS_ENDPOINT_URL_DYNAMODB: 'localhost:8001' },
      'AWS_ENDPOINT_URL_DYNAMODB is "localhost:8001" and must be a URL such as http://127.0.0.1:8001.',
    ],
    [
      { REFRESH_GRACE_SECONDS: '1.5', ACCESS_TOKEN_SECONDS: '0' },
      'Wrong settings: ACCESS_TOKEN_SECONDS is "0" and must be a whole number of seconds, from 1 to 31536000; ' +
        'REFRESH_GRACE_SECONDS is "1.5" and must be a whole number of seconds, from 1 to 31536000.',
    ],
  ])('reject %j with a message that names the setting', (environment, message) => {
    expect(() => readOptions(environment)).toThrow(new CannotStartError(message));
  });
});
