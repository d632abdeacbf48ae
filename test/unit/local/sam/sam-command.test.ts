import { describe, expect, it } from '@jest/globals';
import { assertSupported, samArguments, samEnvironment } from '../../../../lib/local/sam/sam-command.ts';

describe('The command sam', () => {
  it.each([
    [{ address: '172.17.0.1', subnet: '172.17.0.0/16' }, 'host.docker.internal:172.17.0.1'],
    ['host-gateway', 'host.docker.internal:host-gateway'],
  ] as const)('tells the containers where this machine is: %j', (host, added) => {
    const words = samArguments('cdk.out/sam', host, []);
    expect(words[words.indexOf('--add-host') + 1]).toBe(added);
  });

  it('puts the options of the user last, because SAM uses the last value of an option', () => {
    expect(samArguments('cdk.out/sam', 'host-gateway', ['--port', '3002']).slice(-4)).toStrictEqual([
      '--port',
      '3001',
      '--port',
      '3002',
    ]);
  });

  it('runs without the user’s credentials, which SAM would pass on to the containers', () => {
    const environment = {
      PATH: '/bin',
      AWS_PROFILE: 'production',
      AWS_ACCESS_KEY_ID: 'AKIA',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_SESSION_TOKEN: 'session',
    };
    const passedOn = samEnvironment(environment);
    expect(passedOn).toMatchObject({ PATH: '/bin', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' });
    expect(JSON.stringify(passedOn)).not.toMatch(/AKIA|secret"|session|production/);
  });

  it.each(['SAM CLI, version 1.148.0', 'SAM CLI, version 1.170.0', 'SAM CLI, version 2.0.0\n'])(
    'accepts the version %s',
    (output) => {
      expect(() => assertSupported(output)).not.toThrow();
    },
  );

  it.each(['SAM CLI, version 1.147.9', 'SAM CLI, version 0.200.0', ''])('rejects the version %j', (output) => {
    expect(() => assertSupported(output)).toThrow(/^SAM CLI 1\.148 or later is needed/);
  });
});
