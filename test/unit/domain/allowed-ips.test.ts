import { describe, expect, it } from '@jest/globals';
import { isAllowedFrom } from '../../../shared/domain/authorize-caller.ts';

const client = { allowedIps: ['203.0.113.0/24', '2001:db8::/32', '10.1.2.3/32'] };

describe('A client with allowed networks', () => {
  it.each([
    ['203.0.113.0', true],
    ['203.0.113.255', true],
    ['203.0.114.0', false],
    ['10.1.2.3', true],
    ['2001:db8:ffff::1', true],
    ['2001:db9::1', false],
    // A dual-stack socket writes IPv4 addresses in this form.
    ['::ffff:203.0.113.9', true],
    ['::FFFF:203.0.113.9', true],
    ['2001:db8::ffff:203.0.113.9', true],
    // These forms of an allowed address are never sent by a gateway.
    ['::203.0.113.9', false],
    ['203.0.113.9, 198.51.100.1', false],
    [undefined, false],
  ])('that calls from %p is allowed: %p', (address, isAllowed) => {
    expect(isAllowedFrom(client, address)).toBe(isAllowed);
  });

  it('is not allowed to call by IPv4 if all its networks are IPv6, or by IPv6 if all are IPv4', () => {
    expect(isAllowedFrom({ allowedIps: ['::/0'] }, '203.0.113.9')).toBe(false);
    expect(isAllowedFrom({ allowedIps: ['::/0'] }, '::ffff:203.0.113.9')).toBe(false);
    expect(isAllowedFrom({ allowedIps: ['0.0.0.0/0'] }, '2001:db8::1')).toBe(false);
  });
});

it('A client without allowed networks is allowed to call from anywhere', () => {
  expect(isAllowedFrom({}, '203.0.113.9')).toBe(true);
  expect(isAllowedFrom({}, undefined)).toBe(true);
});
