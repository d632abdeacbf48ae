import { BlockList, isIP } from 'node:net';
import type { ClientAccess, ClientAccessReader } from './api-client.ts';
import type { Scope } from '../rules/api-clients.ts';
import { ServiceError } from './service-error.ts';
import type { Caller } from './tokens.ts';

/** An IPv4 address in IPv6 form, as dual-stack sockets report it. */
const MAPPED_PREFIX = /^::ffff:/i;

/** @param sourceIp the caller's address, as the gateway saw it */
export const isAllowedFrom = (
  { allowedIps }: { readonly allowedIps?: readonly string[] | undefined },
  sourceIp: string | undefined,
): boolean => {
  if (!allowedIps) return true;
  if (sourceIp === undefined) return false;
  const address = sourceIp.replace(MAPPED_PREFIX, '');
  const version = isIP(address);
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const networks = new BlockList();
  for (const network of allowedIps) {
    const [base, prefix] = network.split('/') as [string, string];
    if (isIP(base) === version) networks.addSubnet(base, Number(prefix), family);
  }
  return networks.check(address, family);
};

/**
 * Checks, at every call, that a token with these claims is still valid. The revocation numbers must be equal: a token with a
 * higher one, issued before an older state of the client was restored, would survive the next revocation.
 * @throws ServiceError `token_invalid`
 */
export const assertActive: <Client extends ClientAccess>(
  client: Client | undefined,
  caller: Pick<Caller, 'companyId' | 'revocationNumber' | 'sourceIp'>,
) => asserts client is Client = (client, { companyId, revocationNumber, sourceIp }) => {
  if (
    !client?.enabled ||
    client.companyId !== companyId ||
    client.revocationNumber !== revocationNumber ||
    !isAllowedFrom(client, sourceIp)
  )
    throw new ServiceError(
      'token_invalid',
      'the client is disabled or deleted, its tokens were revoked, or it may not call from this address',
    );
};

/**
 * Requires that the client is active, and that both the client and the token have the scope.
 * @throws ServiceError `token_invalid`, `insufficient_scope`
 */
export const authorizeCaller = (client: ClientAccess | undefined, caller: Caller, scope: Scope): void => {
  assertActive(client, caller);
  if (!caller.scopes.includes(scope) || !client.scopes.includes(scope)) {
    throw new ServiceError('insufficient_scope', `the client or its token lacks the scope ${scope}`, { scope });
  }
};

/** Like {@link authorizeCaller}, for a request that does not read its client together with other data. */
export const authorize = async (clients: ClientAccessReader, caller: Caller, scope: Scope): Promise<void> =>
  authorizeCaller(await clients.find(caller.clientId), caller, scope);
