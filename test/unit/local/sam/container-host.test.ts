import { describe, expect, it } from '@jest/globals';
import { findContainerHost } from '../../../../lib/local/sam/container-host.ts';

const HERE = 'workstation';
const engine = { Name: HERE, SecurityOptions: ['name=seccomp,profile=default'] };
const networkOf = (...Config: readonly { readonly Subnet: string; readonly Gateway?: string }[]) => ({
  Name: 'bridge',
  Driver: 'bridge',
  IPAM: { Driver: 'default', Config },
});

const dockerNetwork = networkOf({ Subnet: '172.17.0.0/16' });
const podman = { Name: HERE, SecurityOptions: null, Rootless: false };
const podmanNetwork = networkOf({ Subnet: '10.88.0.0/16', Gateway: '10.88.0.1' });

describe('The host that containers call to reach this machine', () => {
  it.each([
    ['Docker Engine names no gateway', engine, dockerNetwork, { address: '172.17.0.1', subnet: '172.17.0.0/16' }],
    ['Podman names the gateway', podman, podmanNetwork, { address: '10.88.0.1', subnet: '10.88.0.0/16' }],
    [
      'a bridge has IPv6 too',
      engine,
      networkOf({ Subnet: 'fd00::/80', Gateway: 'fd00::1' }, { Subnet: '10.1.0.0/24', Gateway: '10.1.0.254' }),
      { address: '10.1.0.254', subnet: '10.1.0.0/24' },
    ],
  ])('is the address of the bridge if %s', (_case, info, network, found) => {
    expect(findContainerHost(info, network, HERE)).toMatchObject(found);
  });

  it('is host-gateway if the engine runs in a virtual machine, because it forwards that name to this machine', () => {
    expect(findContainerHost({ ...engine, Name: 'docker-desktop' }, dockerNetwork, HERE)).toBe('host-gateway');
  });

  it.each([
    ['Docker', { ...engine, SecurityOptions: ['name=seccomp,profile=builtin', 'name=rootless'] }],
    ['Podman', { ...engine, Rootless: true }],
  ])('cannot be found if %s runs without root, and the error says what to do', (_engine, info) => {
    expect(() => findContainerHost(info, dockerNetwork, HERE)).toThrow(
      expect.objectContaining({ code: 'cannot_start', message: expect.stringContaining('set DOCKER_HOST') }),
    );
  });

  it.each([
    ['has IPv6 only', networkOf({ Subnet: 'fd00::/80' })],
    ['is missing', {}],
  ])('cannot be found if the bridge %s', (_case, network) => {
    expect(() => findContainerHost(engine, network, HERE)).toThrow('no network "bridge" with IPv4 addresses');
  });
});
