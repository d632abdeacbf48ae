import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';
import type { ServiceFunction } from './service-function.ts';

interface GradualDeploymentProps {
  readonly shift: StageSettings['trafficShift'];
  readonly functions: readonly ServiceFunction[];
  /** While one of these alarms is on, no traffic is moved to a new version, and moved traffic is moved back. */
  readonly alarms: Alarm[];
}

/**
 * Moves the aliases to new versions step by step. Creates nothing if `shift` is `AllAtOnce`.
 * @returns the deployment groups, one for each alias
 */
export const deployGradually = (
  scope: Construct,
  { shift, functions, alarms }: GradualDeploymentProps,
): LambdaDeploymentGroup[] => {
  const aliases = functions.flatMap(({ alias }) => alias ?? []);
  if (shift === 'AllAtOnce' || aliases.length === 0) return [];
  const application = new LambdaApplication(scope, 'Application');
  const role = new Role(scope, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
  const name = `CodeDeployDefault.Lambda${shift}`;
  const deploymentConfig = LambdaDeploymentConfig.fromLambdaDeploymentConfigName(scope, 'Config', name);
  // An alarm on a new version must exist before traffic moves to that version.
  for (const alias of aliases) alias.node.addDependency(...alarms);
  return aliases.map(
    (alias) => new LambdaDeploymentGroup(scope, alias.node.id, { alias, application, role, deploymentConfig, alarms }),
  );
};
