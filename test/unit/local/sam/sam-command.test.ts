import { describe, expect, it } from '@jest/globals';
import { samArguments, samEnvironment } from '../../../../lib/local/sam/sam-command.ts';

describe('The command sam', () => {
  it('tells the containers where this machine is', () => {
    const bridge = { address: '172.17.0.1', subnet: '172.17.0.0/16' };
    expect(samArguments('cdk.out/sam', bridge, [])).toContain('host.docker.internal:172.17.0.1');
    expect(samArguments('cdk.out/sam', 'host-gateway', [])).toContain('host.docker.internal:host-gateway');
  });

  it('puts the options of the user last, because SAM uses the last value of an option', () => {
    expect(samArguments('cdk.out/sam', 'host-gateway', ['--port', '3002']).slice(-3)).toEqual([
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
});
