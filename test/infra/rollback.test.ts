import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { planRollback, type AliasState } from '../../lib/aws/deployment/plan-rollback.ts';
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
    const aliases = fc.array(
      fc.record({ hours: fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1 }), isMoving: fc.boolean() }),
    );
    fc.assert(
      fc.property(aliases, (all) => {
        const before = all.map(({ hours, isMoving }, index) => {
          const sorted = hours.toSorted((one, other) => one - other);
          const moves = isMoving && sorted.length > 1;
          return alias(`f${index}`, sorted.length - Number(moves), sorted, moves);
        });
        const moved = new Map(planRollback(before).map(({ functionName, to }) => [functionName, to]));
        const after = before.map((each) => {
          const to = moved.get(each.functionName);
          return to === undefined ? each : { ...each, version: to, isMoving: false };
        });
        expect(planRollback(after)).toStrictEqual([]);
      }),
    );
  });
});

describe('A rollback', () => {
  it('finds the previous version, because no deployment deletes versions', () => {
    const versions = allOf(serviceTemplate(), 'AWS::Lambda::Version');
    expect(versions.map(({ DeletionPolicy }) => DeletionPolicy)).toStrictEqual(versions.map(() => 'Retain'));
  });
});
