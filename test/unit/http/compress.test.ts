import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { compress } from '../../../shared/http/compress.ts';

const response = { statusCode: 200, headers: { 'Content-Type': 'application/json' }, body: 'ä'.repeat(600) };
const send = (accepted: string | undefined, body = response.body) =>
  compress({ headers: accepted === undefined ? {} : { 'accept-encoding': accepted } }, { ...response, body });

describe('A response', () => {
  it.each(['gzip', 'gzip, deflate, br', 'br;q=1.0, GZIP ; q=0.8', '*', 'br;q=0, *'])(
    'is compressed for %s',
    (accepted) => {
      const { headers, body = '', isBase64Encoded } = send(accepted);
      expect(headers).toEqual({ ...response.headers, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' });
      expect([isBase64Encoded, gunzipSync(Buffer.from(body, 'base64')).toString()]).toEqual([true, response.body]);
    },
  );

  it.each([undefined, '', 'br', 'gzip;q=0', 'gzip; q=0.000', 'xgzip', 'gzip;q=0, *', '*;q=0'])(
    'is sent as it is for %s',
    (accepted) => {
      expect(send(accepted)).toEqual(response);
    },
  );

  it.each([`gzip${' '.repeat(100_000)}x`, `gzip;q=0.${'1'.repeat(100_000)}x`])('takes linear time', (accepted) => {
    const startedAt = performance.now();
    send(accepted);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  it('of less than a kilobyte is sent as it is', () => {
    expect(send('gzip', '{}')).toEqual({ ...response, body: '{}' });
  });
});
