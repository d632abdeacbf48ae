import { isIP } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fields } from '../../../shared/rules/fields.ts';
import { readValue } from '../../../shared/rules/read-value.ts';
import { isNetwork } from '../../../shared/rules/value-formats.ts';

describe('A network in CIDR form', () => {
  it.each(['203.0.113.0/24', '10.0.0.7/32', '::/0', '2001:DB8:0:1::/64', '::1/128'])('can be %s', (network) => {
    expect(isNetwork(network)).toBe(true);
  });

  it.each([
    '203.0.113.0',
    '203.0.113.0/33',
    '203.0.113.0/024',
    '203.0.113/24',
    '203.0.113.256/24',
    '203.0.113.0.1/24',
    ' 203.0.113.0/24',
    '2001:db8::/129',
    '::ffff:cb00:7100/120',
    ['203.0.113.0/24'],
  ])('cannot be %j', (network) => {
    expect(isNetwork(network)).toBe(false);
  });

  it('has an address that node:net accepts, and a prefix no longer than the address', () => {
    const texts = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string());
    fc.assert(
      fc.property(texts, fc.integer({ min: -1, max: 140 }), (address, prefix) => {
        const isValid = isIP(address) !== 0 && prefix <= (isIP(address) === 4 ? 32 : 128);
        expect(isValid || !isNetwork(`${address}/${prefix}`)).toBe(true);
      }),
    );
  });
});

describe('A list of networks', () => {
  it('takes a single address as a network of one', () => {
    expect(readValue(fields.allowedIps, [' 203.0.113.7 ', '2001:db8::7', '10.0.0.0/8'])).toEqual({
      value: ['203.0.113.7/32', '2001:db8::7/128', '10.0.0.0/8'],
    });
  });

  it('names the network that is invalid', () => {
    expect(readValue(fields.allowedIps, ['10.0.0.0/8', '1'.repeat(61)])).toEqual({
      problem: { kind: 'not-a-network', value: '1'.repeat(60) },
    });
    expect(readValue(fields.allowedIps, ['::1]/[::1'])).toEqual({
      problem: { kind: 'not-a-network', value: '::1]/[::1' },
    });
  });
});
