import { describe, expect, it } from '@jest/globals';
import { functionOfRoute } from '../../lib/aws/function-needs.ts';
import { allOf, allPropertiesOf, functionNamed, idOf, propertiesOf, sorted, Template } from './find.ts';
import { makeStack, serviceTemplate } from './synthesise.ts';

const dev = await serviceTemplate({ stage: 'dev' });
const prod = await serviceTemplate({ stage: 'prod' });
const names = [...new Set(Object.values(functionOfRoute))];

describe('a release', () => {
  it('reaches callers through an alias that moves to a new version', () => {
    for (const name of names) {
      const { FunctionName, FunctionVersion, Name } = propertiesOf(dev, idOf(dev, `functions/${name}Live`));
      expect({ FunctionName, Name }).toStrictEqual({
        FunctionName: { Ref: functionNamed(dev, name).id },
        Name: 'live',
      });
      const [version] = FunctionVersion['Fn::GetAtt'];
      expect(propertiesOf(dev, version)['FunctionName']).toStrictEqual({ Ref: functionNamed(dev, name).id });
    }
  });

  it('makes a new version if a function changes, and none if it does not', async () => {
    const versionsOf = (template: typeof dev) => Object.keys(template.findResources('AWS::Lambda::Version'));
    const again = await makeStack({ kind: 'service', settings: { stage: 'dev' }, anew: true });
    expect(versionsOf(new Template(again.template))).toStrictEqual(versionsOf(dev));
    for (const id of versionsOf(await serviceTemplate({ stage: 'dev', memoryMegabytes: 512 }))) {
      expect(versionsOf(dev)).not.toContain(id);
    }
  });

  it('moves no route before API Gateway may call its function', () => {
    const permissions = allOf(dev, 'AWS::Lambda::Permission');
    expect(permissions.length).toBeGreaterThan(0);
    for (const { Properties, DependsOn = [] } of allOf(dev, 'AWS::ApiGatewayV2::Integration')) {
      const targets = DependsOn.map((id) => propertiesOf(dev, id)['FunctionName'] as unknown);
      expect(targets).toStrictEqual([Properties['IntegrationUri']]);
    }
  });

  it('gets all traffic at once in dev, without CodeDeploy', () => {
    expect(allOf(dev, 'AWS::CodeDeploy::DeploymentGroup')).toStrictEqual([]);
  });

  it('gets traffic gradually in prod, and is rolled back while an alarm on errors or latency is on', () => {
    const groups = allPropertiesOf(prod, 'AWS::CodeDeploy::DeploymentGroup');
    const alarms = ['ServerErrors', 'Latency', ...names.map((name) => `${name}Errors`)];
    const expected = sorted(alarms.map((name) => idOf(prod, `Alarms/${name}`)));
    expect(groups).toHaveLength(names.length);
    for (const { DeploymentConfigName, AutoRollbackConfiguration, AlarmConfiguration } of groups) {
      expect(DeploymentConfigName).toBe('CodeDeployDefault.LambdaCanary10Percent15Minutes');
      expect(AutoRollbackConfiguration.Events).toContain('DEPLOYMENT_STOP_ON_ALARM');
      const watched = AlarmConfiguration.Alarms.map(({ Name }: { Name: { Ref: string } }) => Name.Ref) as string[];
      expect(sorted(watched)).toStrictEqual(expected);
    }
    const aliases = Object.values(prod.findResources('AWS::Lambda::Alias'));
    expect(aliases).toHaveLength(names.length);
    for (const alias of aliases) expect(alias).toHaveProperty('UpdatePolicy.CodeDeployLambdaAliasUpdate');
  });

  it('gets traffic as the setting says', async () => {
    const linear = await serviceTemplate({ stage: 'dev', trafficShift: 'Linear10PercentEvery1Minute' });
    for (const { DeploymentConfigName } of allPropertiesOf(linear, 'AWS::CodeDeploy::DeploymentGroup')) {
      expect(DeploymentConfigName).toBe('CodeDeployDefault.LambdaLinear10PercentEvery1Minute');
    }
  });

  it('has provisioned concurrency only if a setting requests it', async () => {
    const warm = await serviceTemplate({ stage: 'dev', provisionedConcurrency: { checkin: 3 } });
    expect(propertiesOf(warm, idOf(warm, 'functions/checkinLive'))).toMatchObject({
      ProvisionedConcurrencyConfig: { ProvisionedConcurrentExecutions: 3 },
    });
    for (const alias of allPropertiesOf(dev, 'AWS::Lambda::Alias')) {
      expect(alias).not.toHaveProperty('ProvisionedConcurrencyConfig');
    }
  });
});
