import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { functionEnvironment } from '../../lib/local/function-environment.ts';
import { samArguments } from '../../lib/local/sam/sam-command.ts';
import { allOf, allPropertiesOf, idsOf } from './find.ts';
import { stages } from './stages.ts';
import { serviceTemplate } from './synthesise.ts';

const SERVICE = stages.forSam.awsEndpointUrl;
const template = serviceTemplate('forSam');
const functions = allOf(template, 'AWS::Lambda::Function');

const { Parameters: variables } = JSON.parse(readFileSync('env.local.json', 'utf8')) as {
  Parameters: Record<string, string>;
};

describe('The template for the SAM command line', () => {
  it('has the path of every function’s bundled code', () => {
    for (const { Metadata } of functions) {
      expect(Metadata).toMatchObject({
        'aws:asset:path': expect.any(String),
        'aws:asset:property': 'Code',
        'aws:asset:is-bundled': true,
      });
    }
  });

  it('has no alias, because SAM would not find the function of an alias', () => {
    expect(allOf(template, 'AWS::Lambda::Alias')).toStrictEqual([]);
    const ids = idsOf(template, 'AWS::Lambda::Function');
    for (const { IntegrationUri } of allPropertiesOf(template, 'AWS::ApiGatewayV2::Integration')) {
      expect(ids).toContain(IntegrationUri['Fn::GetAtt'][0]);
    }
  });
});

describe('docs/testing.md', () => {
  it('has the command that npm run sam runs', () => {
    const text = readFileSync('docs/testing.md', 'utf8').replaceAll(/\\\n +/g, '');
    const words = samArguments('cdk.out/sam', 'host-gateway', []);
    expect(text).toContain(`sam ${words.join(' ')}`);
  });
});

describe('env.local.json', () => {
  const lifetimes = { accessTokenSeconds: 3600, refreshTokenSeconds: 604_800, refreshGraceSeconds: 60 };
  const local = functionEnvironment(lifetimes, { databaseUrl: SERVICE, secretsUrl: SERVICE }, {});

  it('has the tables and secrets of the local service, so that SAM and the local service accept the same tokens', () => {
    const named = Object.entries(local).filter(([name]) => /_TABLE$|_SECRET$|_ISSUER$/.test(name));
    const used = named.filter(([name]) => Object.hasOwn(variables, name));
    expect(used.length).toBeGreaterThan(0);
    expect(variables).toMatchObject(Object.fromEntries(used));
  });

  it('sets exactly the variables whose values in the template are references, which have no value outside AWS', () => {
    const declared = allPropertiesOf(template, 'AWS::Lambda::Function').map(
      ({ Environment }) => Environment.Variables as object,
    );
    const all = Object.entries(Object.assign({}, ...declared) as object);
    const references = all.filter(([, value]) => typeof value !== 'string').map(([name]) => name);
    expect(new Set(Object.keys(variables))).toStrictEqual(new Set(references));
  });

  it('leaves the address of the local service to the template', () => {
    for (const { Environment } of allPropertiesOf(template, 'AWS::Lambda::Function')) {
      expect(Environment.Variables).toMatchObject({ AWS_ENDPOINT_URL: SERVICE });
    }
    for (const { Environment } of allPropertiesOf(serviceTemplate(), 'AWS::Lambda::Function')) {
      expect(Environment.Variables).not.toHaveProperty('AWS_ENDPOINT_URL');
    }
  });
});
