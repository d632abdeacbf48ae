import type { SourceChange } from '../change-source.ts';
import type { DrillName, LifecycleName } from './drills.ts';

/** A fault in a runbook, or in the code that deploys the service, rolls it back, or keeps its data. */
interface SourceSabotage extends SourceChange {
  readonly name: string;
  /** A check that must fail because of the fault. */
  readonly detectedBy: string;
}

/** Faults that are tested together, because none hides another. Only the drills of their round run. */
export interface SourceRound {
  readonly drills: readonly (DrillName | LifecycleName)[];
  readonly faults: readonly SourceSabotage[];
}

export const sourceRounds: readonly SourceRound[] = [
  {
    drills: ['firstDeployment'],
    faults: [
      {
        name: 'tables that stay when the creation of their stack fails',
        file: 'lib/aws/constructs/kept-data.ts',
        text: 'RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE',
        instead: 'RemovalPolicy.RETAIN',
        detectedBy: '… and no table is left',
      },
    ],
  },
  {
    drills: ['firstDeployment'],
    faults: [
      {
        name: 'deletion protection in the first pass',
        file: 'lib/aws/constructs/kept-data.ts',
        text: 'keepData && !stacksInCreation.includes(Stack.of(scope).stackName)',
        instead: 'keepData',
        detectedBy: '… and its stack can be removed',
      },
    ],
  },
  {
    drills: ['firstChecks'],
    faults: [
      {
        name: 'a deployment that reads stacks without the lookup role',
        file: 'lib/aws/deployment/deployment-tools.ts',
        text: '...(properties.lookupRole && { lookupRole: properties.lookupRole.arn }),',
        instead: '',
        detectedBy: 'npm run deploy',
      },
    ],
  },
  {
    drills: ['firstDeployment', 'deletedTable', 'lostRegion'],
    faults: [
      {
        name: 'a lost-region runbook that forgets a table',
        file: 'docs/runbooks.md',
        text: 'AuditDetails Members; do',
        instead: 'AuditDetails; do',
        detectedBy: '… and every table is restored, waited for and read',
      },
      {
        name: 'a guard that is silent when keepData is switched off',
        file: 'lib/aws/deployment/find-objections.ts',
        text: 'isKept(policy.oldValue) &&',
        instead: 'false &&',
        detectedBy: '… and keepData cannot be switched off by mistake',
      },
      {
        name: 'a deleted-table runbook that asks for a kind of backup that the table never had',
        file: 'docs/runbooks.md',
        text: '--backup-type SYSTEM',
        instead: '--backup-type USER',
        detectedBy: 'AuditLogTable: the commands of the runbook succeed',
      },
    ],
  },
  {
    drills: ['rollback'],
    faults: [
      {
        name: 'a bucket that nobody empties',
        file: 'lib/aws/constructs/console-files.ts',
        text: 'autoDeleteObjects: true',
        instead: 'autoDeleteObjects: false',
        detectedBy: 'cdk destroy',
      },
      {
        name: 'a rollback that leaves the traffic moving',
        file: 'lib/aws/deployment/roll-back.ts',
        text: 'RoutingConfig: { AdditionalVersionWeights: {} },',
        instead: '',
        detectedBy: '… stops the traffic shift',
      },
    ],
  },
];
