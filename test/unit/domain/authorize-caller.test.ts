import { describe, expect, it } from '@jest/globals';
import { createApiClient } from '../../../shared/domain/api-client.ts';
import { authorizeCaller } from '../../../shared/domain/authorize-caller.ts';
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
