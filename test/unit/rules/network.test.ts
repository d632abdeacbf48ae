import { isIP } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isNetwork } from '../../../shared/rules/network.ts';

describe('A network in CIDR form', () => {
  it.each(['203.0.113.0/24', '0.0.0.0/0', '10.0.0.7/32', '2001:db8::/32', '::/0', '::1/128', '2001:DB8:0:1::/64'])(
    'can be %s',
    (network) => {
      expect(isNetwork(network)).toBe(true);
    },
  );

  it.each([
    '203.0.113.0',
    '203.0.113.0/33',
    '203.0.113.0/-1',
    '203.0.113.0/024',
    '203.0.113.0/8.5',
    '203.0.113/24',
    '203.0.113.256/24',
    '203.0.113.0.1/24',
    '0203.0.113.0/24',
    ' 203.0.113.0/24',
    '203.0.113.0/24 ',
    '203.0.113.0/24\n',
    '203.0.113.0/255.255.255.0',
    '2001:db8::/129',
    '2001:db8::1::/64',
    'fe80::1%eth0/64',
    '::ffff:203.0.113.0/120',
    '::ffff:cb00:7100/120',
    '[::1]/128',
    'example.com/24',
    '/24',
    '',
    ['203.0.113.0/24'],
    7,
    null,
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
