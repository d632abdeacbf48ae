import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { TRAFFIC_SHIFTS } from '../../lib/aws/stage-settings.ts';
import { routes } from '../../shared/routes.ts';
import { allOf, allPropertiesOf, functionNamed, idOf, idsOf, propertiesOf, sorted } from './find.ts';
import { serviceTemplate, stackTemplate } from './synthesise.ts';

const dev = serviceTemplate();
const prod = serviceTemplate('prod');
const full = serviceTemplate('full');
const names = [...new Set(Object.values(routes).map(({ functionName }) => functionName))];

describe('A release', () => {
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

  // rules.test.ts checks that an unchanged stack keeps its versions.
  it('has a new version of each function that changes', () => {
    const versionsOf = (template: typeof dev) => idsOf(template, 'AWS::Lambda::Version');
    for (const id of versionsOf(full)) expect(versionsOf(prod)).not.toContain(id);
  });

  it('that was rolled back leaves no version behind, so that the same code can be published again', () => {
    const versions = allOf(prod, 'AWS::Lambda::Version');
    expect(versions.length).toBeGreaterThan(0);
    const policies = { DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' };
    expect(versions).toMatchObject(versions.map(() => policies));
  });

  it('gets all traffic at once in dev, without CodeDeploy', () => {
    expect(allOf(dev, 'AWS::CodeDeploy::DeploymentGroup')).toStrictEqual([]);
    for (const each of allOf(dev, 'AWS::Lambda::Alias')) expect(each).not.toHaveProperty('UpdatePolicy');
  });

  it('gets traffic gradually in prod, and is rolled back if an alarm on errors or latency fires', () => {
    const groups = allPropertiesOf(prod, 'AWS::CodeDeploy::DeploymentGroup');
    const alarms = ['ServerErrors', 'ReleaseErrors', 'ReleaseLatency'];
    const expected = sorted(alarms.map((name) => idOf(prod, `Alarms/${name}`)));
    // With the console's function `admin`.
    expect(groups).toHaveLength(names.length + 1);
    for (const { DeploymentConfigName, AutoRollbackConfiguration, AlarmConfiguration } of groups) {
      expect(DeploymentConfigName).toBe('CodeDeployDefault.LambdaCanary10Percent15Minutes');
      expect(AutoRollbackConfiguration.Events).toContain('DEPLOYMENT_STOP_ON_ALARM');
      const watched = AlarmConfiguration.Alarms.map(({ Name }: { Name: { Ref: string } }) => Name.Ref) as string[];
      expect(sorted(watched)).toStrictEqual(expected);
    }
    const aliases = allOf(stackTemplate('prod'), 'AWS::Lambda::Alias');
    expect(aliases).toHaveLength(names.length + 1);
    for (const alias of aliases) {
      expect(alias).toHaveProperty('UpdatePolicy.CodeDeployLambdaAliasUpdate');
      // An alarm must exist before traffic moves.
      expect(alias.DependsOn).toStrictEqual(expect.arrayContaining(expected));
    }
  });

  it('finishes before the workflow and its credentials time out, with any traffic shift', () => {
    const workflow = readFileSync('.github/workflows/deploy.yml', 'utf8');
    const [, minutes] = /deploy:[^]*?timeout-minutes: (\d+)/.exec(workflow.split('\njobs:')[1] ?? '') ?? [];
    const [, seconds] = /role-duration-seconds: (\d+)/.exec(workflow) ?? [];
    const durations = TRAFFIC_SHIFTS.map((shift) => {
      const [, every, once] = /Linear10PercentEvery(\d+)|Canary10Percent(\d+)/.exec(shift) ?? [];
      return every === undefined ? Number(once ?? 0) : 10 * Number(every);
    });
    // Everything else takes half an hour at most.
    const longest = Math.max(...durations) + 30;
    expect(Number(minutes)).toBeGreaterThanOrEqual(longest);
    expect(Number(seconds) / 60).toBeGreaterThanOrEqual(longest);
  });

  it('gets traffic as the setting trafficShift says', () => {
    for (const { DeploymentConfigName } of allPropertiesOf(full, 'AWS::CodeDeploy::DeploymentGroup')) {
      expect(DeploymentConfigName).toBe('CodeDeployDefault.LambdaLinear10PercentEvery1Minute');
    }
  });

  it('has provisioned concurrency only if a setting requests it', () => {
    expect(propertiesOf(full, idOf(full, 'functions/checkinLive'))).toMatchObject({
      ProvisionedConcurrencyConfig: { ProvisionedConcurrentExecutions: 3 },
    });
    for (const alias of allPropertiesOf(dev, 'AWS::Lambda::Alias')) {
      expect(alias).not.toHaveProperty('ProvisionedConcurrencyConfig');
    }
  });
});
