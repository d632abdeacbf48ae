import { describe, expect, it } from '@jest/globals';
import { createApiClient, type ApiClient } from '../../../shared/domain/api-client.ts';
import { assertActive, authorizeCaller, isAllowedFrom } from '../../../shared/domain/authorize-caller.ts';
import type { Scope } from '../../../shared/rules/api-clients.ts';

const scopes = ['checkin', 'sync'] as const;
const { client } = createApiClient({ companyId: 'acme', name: 'HR', scopes }, 0);
const caller = { clientId: client.clientId, companyId: 'acme', scopes, revocationNumber: 0 };

describe('A caller', () => {
  it('has the scopes that both the token and the client have', () => {
    for (const scope of scopes) expect(() => authorizeCaller(client, caller, scope)).not.toThrow();
  });

  it.each<[string, Scope[], Scope[]]>([
    ['the token lacks it', ['checkin', 'sync'], ['checkin']],
    ['the client no longer has it', ['checkin'], ['checkin', 'sync']],
  ])('does not have a scope if %s', (_, clientScopes, tokenScopes) => {
    const work = () => authorizeCaller({ ...client, scopes: clientScopes }, { ...caller, scopes: tokenScopes }, 'sync');
    expect(work).toThrow(expect.objectContaining({ code: 'insufficient_scope', scope: 'sync' }));
  });

  it('is rejected for a revoked token, rather than for the scope, if the scope is missing too', () => {
    const revoked = { ...client, revocationNumber: 1, scopes: [] };
    expect(() => authorizeCaller(revoked, caller, 'sync')).toThrow(expect.objectContaining({ code: 'token_invalid' }));
  });
});

describe('A token of a client', () => {
  const check = (apiClient: ApiClient | undefined, companyId: string, revocationNumber: number) => () =>
    assertActive(apiClient, { companyId, revocationNumber });
  const revoked = { ...client, revocationNumber: 2 };

  it.each([
    ['while the client is enabled', client, 0],
    ['if it was issued after tokens were revoked', revoked, 2],
  ])('is valid %s', (_, apiClient, number) => {
    expect(check(apiClient, 'acme', number)).not.toThrow();
  });

  it.each([
    ['once the client is disabled', { ...client, enabled: false }, 'acme', 0],
    ['once the client is deleted', undefined, 'acme', 0],
    ['for another company', client, 'other', 0],
    ['once tokens were revoked', revoked, 'acme', 1],
    ['from an address that is not allowed', { ...client, allowedIps: ['203.0.113.0/24'] }, 'acme', 0],
  ])('is invalid %s', (_, apiClient, companyId, number) => {
    expect(check(apiClient, companyId, number)).toThrow(expect.objectContaining({ code: 'token_invalid' }));
  });
});

const limited = { allowedIps: ['203.0.113.0/24', '2001:db8::/32', '10.1.2.3/32'] };

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
    expect(isAllowedFrom(limited, address)).toBe(isAllowed);
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
