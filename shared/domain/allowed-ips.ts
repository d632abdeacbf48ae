import { BlockList, isIP } from 'node:net';

/** An IPv4 address in IPv6 form, as dual-stack sockets report it. */
const MAPPED = /^::ffff:(?=[\d.]+$)/i;

/**
 * Whether the client may call from the address: one of its networks contains it, or the client has no networks.
 * @param sourceIp the caller's address, as the gateway saw it
 * @example
 * isAllowedFrom({ allowedIps: ['203.0.113.0/24'] }, '203.0.113.9'); // true
 */
export const isAllowedFrom = (
  { allowedIps }: { readonly allowedIps?: readonly string[] | undefined },
  sourceIp: string | undefined,
): boolean => {
  if (!allowedIps) return true;
  const address = (sourceIp ?? '').replace(MAPPED, '');
  const version = isIP(address);
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const networks = new BlockList();
  for (const network of allowedIps) {
    const [base, prefix] = network.split('/') as [string, string];
    if (isIP(base) === version) networks.addSubnet(base, Number(prefix), family);
  }
  return networks.check(address, family);
};
