import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { describe, expect, it } from '@jest/globals';
import { planRollback, rollBack, type AliasState } from '../../lib/aws/deployment/roll-back.ts';
import { allOf } from './find.ts';
import { serviceTemplate } from './synthesise.ts';

const HOUR = 3_600_000;

const alias = (
  functionName: string,
  version: number,
  publishedHours: readonly number[],
  isMoving = false,
): AliasState => ({
  functionName,
  aliasName: 'live',
  version,
  isMoving,
  versions: publishedHours.map((hour, index) => ({ number: index + 1, publishedAt: hour * HOUR })),
});

const movesOf = (...aliases: AliasState[]) =>
  planRollback(aliases).map(({ functionName, from, to }) => `${functionName} ${from} to ${to}`);

describe('planRollback', () => {
  it('moves each function of the last release back by one version', () => {
    expect(movesOf(alias('auth', 2, [0, 100]), alias('admin', 3, [0, 50, 100.5]))).toStrictEqual([
      'auth 2 to 1',
      'admin 3 to 2',
    ]);
  });

  it('does not move a function that the last release did not change', () => {
    expect(movesOf(alias('auth', 2, [0, 100]), alias('admin', 2, [0, 50]))).toStrictEqual(['auth 2 to 1']);
  });

  it('stops a traffic shift, during which the alias still names the previous version', () => {
    expect(movesOf(alias('auth', 1, [0, 100], true))).toStrictEqual(['auth 2 to 1']);
  });

  it('moves nothing after the first release, or without functions', () => {
    expect(movesOf(alias('auth', 1, [0]))).toStrictEqual([]);
    expect(movesOf()).toStrictEqual([]);
  });

  it('moves nothing if it is repeated', () => {
    expect(movesOf(alias('auth', 1, [0, 100]), alias('admin', 2, [0, 50, 100.5]))).toStrictEqual([]);
  });
});

describe('rollBack', () => {
  /** Rolls back a stack whose alias is at version 2. @returns the commands that change something */
  const changesIn = async (StackStatus: string, isDryRun: boolean) => {
    const auth = 'arn:aws:lambda:eu-central-1:111122223333:function:auth';
    const responses: Record<string, object> = {
      ListStackResourcesCommand: {
        StackResourceSummaries: [
          { ResourceType: 'AWS::Lambda::Function', PhysicalResourceId: 'auth' },
          { ResourceType: 'AWS::Lambda::Alias', PhysicalResourceId: `${auth}:live` },
        ],
      },
      GetAliasCommand: { FunctionVersion: '2' },
      ListVersionsByFunctionCommand: {
        Versions: ['$LATEST', '1', '2'].map((Version) => ({ Version, LastModified: '2026-11-21T08:00:00Z' })),
      },
      DescribeStacksCommand: { Stacks: [{ StackStatus }] },
    };
    const changes: object[] = [];
    const send = async (command: { input: object }): Promise<object> => {
      const { name } = command.constructor;
      // There is no console.
      if (JSON.stringify(command.input) === '{"StackName":"checkin-prod-console"}')
        throw Object.assign(new Error('x'), { name: 'ValidationError' });
      if (!responses[name]) changes.push({ [name]: command.input });
      return responses[name] ?? {};
    };
    const [cloudFormation, lambda] = [new CloudFormationClient(), new LambdaClient()];
    Object.assign(cloudFormation, { send });
    Object.assign(lambda, { send });
    const moves = await rollBack({ cloudFormation, lambda }, 'checkin-prod', isDryRun);
    expect(moves).toStrictEqual([{ functionName: 'auth', aliasName: 'live', from: 2, to: 1 }]);
    return changes;
  };
  const move = {
    FunctionName: 'auth',
    Name: 'live',
    FunctionVersion: '1',
    RoutingConfig: { AdditionalVersionWeights: {} },
  };

  it.each([
    ['moves all traffic to the previous version', 'UPDATE_COMPLETE', false, [{ UpdateAliasCommand: move }]],
    [
      'cancels an update in progress, which would move the traffic forward again',
      'UPDATE_IN_PROGRESS',
      false,
      [{ UpdateAliasCommand: move }, { CancelUpdateStackCommand: { StackName: 'checkin-prod' } }],
    ],
    ['changes nothing in a dry run', 'UPDATE_IN_PROGRESS', true, []],
  ])('%s', async (_, status, isDryRun, changes) => {
    expect(await changesIn(status, isDryRun)).toStrictEqual(changes);
  });
});

describe('A rollback', () => {
  it('finds the previous version, because no deployment deletes versions', () => {
    const versions = allOf(serviceTemplate(), 'AWS::Lambda::Version');
    expect(versions.map(({ DeletionPolicy }) => DeletionPolicy)).toStrictEqual(versions.map(() => 'Retain'));
  });
});
