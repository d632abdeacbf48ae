import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnOutput, Fn, Stack, type App } from 'aws-cdk-lib/core';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { contentSecurityPolicy } from '../../shared/console-api/security-headers.ts';
import { tables } from '../../shared/tables.ts';
import { AlarmSet } from './constructs/alarm-set.ts';
import { capitalise } from './constructs/capitalise.ts';
import { ConsoleApi } from './constructs/console-api.ts';
import { CloudFrontDomain } from './constructs/cloudfront.ts';
import { ConsoleDistribution } from './constructs/console-distribution.ts';
import { deployConsoleFiles, makeConsoleBucket, type ConsoleFile } from './constructs/console-files.ts';
import { apiGraphs, functionGraphs, graph, makeDashboard } from './constructs/dashboards.ts';
import { isProtected } from './constructs/kept-data.ts';
import { deployGradually, makeFunction } from './constructs/service-function.ts';
import { signInOrigins, UserPool } from './constructs/user-pool.ts';
import type { Capabilities } from './grant-needs.ts';
import type { Stage } from './read-stage.ts';
import type { ServiceStack } from './service-stack.ts';

/**
 * The alarm fires if the console's API returns this many 5xx responses in five minutes. A single failed request and its
 * retries return fewer.
 */
const SERVER_ERRORS = 3;

/**
 * Gives the console's stack access to the service's stack. It reads only outputs that the service's stack has anyway, for the
 * command line, so deploying the console, which is optional, does not change the service's template.
 */
const readServiceOutputs = (scope: Construct, serviceStackName: string, hasOwnKey: boolean) => {
  const output = (name: string): string => Fn.getStackOutput(serviceStackName, name);
  const toTable = (tableId: string) => {
    const tableName = output(`${capitalise(tableId)}Table`);
    const tableArn = Stack.of(scope).formatArn({ service: 'dynamodb', resource: 'table', resourceName: tableName });
    return [tableId, { tableName, tableArn }] as const;
  };
  return {
    tables: Object.fromEntries(Object.keys(tables).map(toTable)) as Capabilities['tables'],
    signingKeys: {
      access: { secretArn: output('AccessKeySecret') },
      refresh: { secretArn: output('RefreshKeySecret') },
    },
    /** The customer-managed key, if the stage has one. */
    key: hasOwnKey ? Key.fromKeyArn(scope, 'Key', output('EncryptionKey')) : undefined,
    /** The base URL of the gates' API. */
    apiUrl: output('ApiUrl'),
    alarmTopic: Topic.fromTopicArn(scope, 'AlarmTopic', output('AlarmTopic')),
  };
};

/** The web console: its pages, its API and the accounts of its users. */
export class ConsoleStack extends Stack {
  /** @param files the output of the console's build */
  constructor(app: App, { name, settings }: Stage, serviceStack: ServiceStack, files: readonly ConsoleFile[]) {
    super(app, `${serviceStack.stackName}-console`, {
      description: `Web console of the check-in service (${name})`,
      tags: { service: 'checkin', stage: name },
    });
    this.terminationProtection = isProtected(this, settings);
    this.addStackDependency(serviceStack, 'reads its outputs');
    const service = readServiceOutputs(new Construct(this, 'Service'), serviceStack.stackName, settings.ownKey);
    const api = new ConsoleApi(this, 'Api', settings, service.key);
    const bucket = makeConsoleBucket(this, 'Bucket');
    const domain = settings.consoleDomain && new CloudFrontDomain(this, 'Domain', settings.consoleDomain);
    const { consoleIssuer, consoleClientId = '', consoleAudience } = settings;
    const origins =
      consoleIssuer === undefined ? signInOrigins(this, domain?.signInName) : [new URL(consoleIssuer).origin];
    const { url, distribution, originSecret } = new ConsoleDistribution(this, 'Web', {
      files: bucket,
      apiHost: api.host,
      contentSecurityPolicy: contentSecurityPolicy(origins),
      webAclArn: settings.consoleWebAclArn,
      domain,
      key: service.key,
    });
    const userPool = consoleIssuer === undefined ? new UserPool(this, 'Users', { settings, url, domain }) : undefined;
    const { issuer, clientId } = userPool ?? { issuer: consoleIssuer ?? '', clientId: consoleClientId };
    // Cognito's access tokens name the client in `client_id` and have no `aud`.
    const audience = userPool ? clientId : (consoleAudience ?? clientId);

    const admin = makeFunction(new Construct(this, 'Functions'), 'admin', settings, {
      ...service,
      resources: {
        consoleUserPool: userPool && { name: userPool.pool.userPoolId, arns: [userPool.pool.userPoolArn] },
      },
      front: { originSecret },
      settings: { ...settings, consoleIssuer: issuer, consoleAudience: audience },
    });
    api.connect(admin.entry, issuer, audience);
    const config = { issuer, clientId, apiUrl: service.apiUrl };
    deployConsoleFiles(new Construct(this, 'Files'), { bucket, files, config, logKey: service.key });
    const alarms = new AlarmSet(this, 'Alarms', service.alarmTopic);
    alarms.add('ConsoleServerErrors', api.api.metricServerError({ statistic: Stats.SUM }), {
      threshold: SERVER_ERRORS,
      alarmDescription: `${SERVER_ERRORS} or more requests of the console got a 5xx response in 5 minutes.`,
    });
    alarms.watchFunction('admin', admin.function);
    const dashboard = makeDashboard(new Construct(this, 'Overview'), alarms.all, [
      [
        ...apiGraphs(api.api, SERVER_ERRORS),
        graph({
          title: 'Requests to CloudFront; right: 5xx (%)',
          left: [distribution.metricRequests({ label: 'requests', statistic: Stats.SUM })],
          right: [distribution.metric5xxErrorRate({ label: '5xx (%)' })],
        }),
      ],
      [
        ...functionGraphs({ admin: admin.function }),
        graph({ title: 'Invocations', left: [admin.function.metricInvocations({ label: 'admin' })] }),
      ],
    ]);
    deployGradually(new Construct(this, 'Deployment'), settings, [admin], alarms.all);

    const outputs: Readonly<Record<string, string>> = {
      ConsoleUrl: `${url}/console/`,
      ...(domain && { ConsoleDomainTarget: distribution.distributionDomainName }),
      ConsoleIssuer: issuer,
      ConsoleClientId: clientId,
      ConsoleDashboard: dashboard.dashboardName,
      ...(userPool && { ConsoleUserPoolId: userPool.pool.userPoolId }),
    };
    for (const [id, value] of Object.entries(outputs)) new CfnOutput(this, id, { value });
  }
}
