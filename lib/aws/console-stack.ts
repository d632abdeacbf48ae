import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Stack, type StackProps } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { addOutputs } from './add-outputs.ts';
import { contentSecurityPolicy } from '../../shared/console-api/security-headers.ts';
import { AlarmSet } from './constructs/alarm-set.ts';
import { ConsoleApi, type ConsoleSignIn } from './constructs/console-api.ts';
import { CloudFrontDomain } from './constructs/cloudfront.ts';
import { ConsoleDistribution } from './constructs/console-distribution.ts';
import { deployConsoleFiles, makeConsoleBucket, type ConsoleFile } from './constructs/console-files.ts';
import { apiGraphs, functionGraphs, graph, makeDashboard } from './constructs/dashboard-rows.ts';
import { deployGradually } from './constructs/gradual-deployment.ts';
import { isProtected } from './constructs/kept-data.ts';
import { makeFunction } from './constructs/service-function.ts';
import { readServiceOutputs } from './constructs/service-outputs.ts';
import { signInOrigins, UserPool } from './constructs/user-pool.ts';
import type { StageSettings } from './stage-settings.ts';

interface ConsoleStackProps extends StackProps {
  readonly settings: StageSettings;
  /** Name of the service's stack, which is deployed first. */
  readonly serviceStackName: string;
  /** The output of the console's build. */
  readonly files: readonly ConsoleFile[];
}

/**
 * The alarm fires if the console's API returns this many 5xx responses in five minutes. A single failed request and its
 * retries return fewer.
 */
const SERVER_ERRORS = 3;

/** Cognito's access tokens name the client in `client_id` and have no `aud`. */
const signInOfUserPool = ({ issuer, clientId }: UserPool): ConsoleSignIn => ({ issuer, clientId, audience: clientId });

const signInOfIssuer = ({
  consoleIssuer = '',
  consoleClientId = '',
  consoleAudience,
}: StageSettings): ConsoleSignIn => ({
  issuer: consoleIssuer,
  clientId: consoleClientId,
  audience: consoleAudience ?? consoleClientId,
});

/** The web console: its pages, its API and the accounts of its users. */
export class ConsoleStack extends Stack {
  constructor(scope: Construct, id: string, { settings, serviceStackName, files, ...stackProps }: ConsoleStackProps) {
    super(scope, id, stackProps);
    this.terminationProtection = isProtected(this, settings);

    const service = readServiceOutputs(new Construct(this, 'Service'), serviceStackName, settings.ownKey);
    const api = new ConsoleApi(this, 'Api', settings, service.key);
    const bucket = makeConsoleBucket(this, 'Bucket');
    const domain = settings.consoleDomain && new CloudFrontDomain(this, 'Domain', settings.consoleDomain);
    const { consoleIssuer } = settings;
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
    const signIn = userPool ? signInOfUserPool(userPool) : signInOfIssuer(settings);

    const admin = makeFunction(new Construct(this, 'Functions'), 'admin', settings, {
      tables: service.tables,
      signingKeys: service.signingKeys,
      resources: {
        consoleUserPool: userPool && { name: userPool.pool.userPoolId, arns: [userPool.pool.userPoolArn] },
      },
      key: service.key,
      front: { originSecret },
      settings: { ...settings, consoleIssuer: signIn.issuer, consoleAudience: signIn.audience },
    });
    api.connect(admin.entry, signIn);
    const config = { issuer: signIn.issuer, clientId: signIn.clientId, apiUrl: service.apiUrl };
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
    deployGradually(new Construct(this, 'Deployment'), {
      shift: settings.trafficShift,
      functions: [admin],
      alarms: alarms.all,
    });

    addOutputs(this, {
      ConsoleUrl: `${url}/console/`,
      ...(domain && { ConsoleDomainTarget: distribution.distributionDomainName }),
      ConsoleIssuer: signIn.issuer,
      ConsoleClientId: signIn.clientId,
      ConsoleDashboard: dashboard.dashboardName,
      ...(userPool && { ConsoleUserPoolId: userPool.pool.userPoolId }),
    });
  }
}
