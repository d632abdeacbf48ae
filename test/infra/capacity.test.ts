import { describe, expect, it } from '@jest/globals';
import { neededConcurrency } from '../../shared/concurrency.ts';
import { stages } from '../../lib/aws/stages.ts';
import { allPropertiesOf, idOf, propertiesOf } from './find.ts';
import type { StageName } from './stages.ts';
import { readStage, serviceTemplate } from './synthesise.ts';

const dev = serviceTemplate();
const full = serviceTemplate('full');

const tableNamed = (template: typeof dev, name: string) => propertiesOf(template, idOf(template, `Tables/${name}`));

describe('warmThroughput', () => {
  it('sets the throughput of a table and of each of its indexes, which have separate capacity', () => {
    const warm = { WarmThroughput: { ReadUnitsPerSecond: 20_000, WriteUnitsPerSecond: 8_000 } };
    expect(tableNamed(full, 'bookings')).toMatchObject({ ...warm, GlobalSecondaryIndexes: [warm, warm] });
  });

  it('sets nothing for a table that it does not name', () => {
    expect(JSON.stringify(tableNamed(full, 'users'))).not.toContain('WarmThroughput');
    expect(JSON.stringify(dev)).not.toContain('WarmThroughput');
  });
});

describe('throttledKeyInsights', () => {
  const insights = { ContributorInsightsSpecification: { Enabled: true, Mode: 'THROTTLED_KEYS' } };

  it('is on for all tables and indexes in prod, and off in dev', () => {
    for (const table of allPropertiesOf(full, 'AWS::DynamoDB::Table')) {
      const { GlobalSecondaryIndexes: indexes = [] } = table;
      expect(table).toMatchObject(insights);
      for (const index of indexes) expect(index).toMatchObject(insights);
    }
    expect(JSON.stringify(dev)).not.toContain('ContributorInsights');
  });
});

describe('peakCheckinsPerSecond', () => {
  it.each(Object.entries(stages))(
    'in %s is at most a tenth of the throttle’s rate, so that the throttle is not the first limit to be reached',
    (_, settings) => {
      const { requestsPerSecond, burst } = settings.throttles.checkin;
      expect(requestsPerSecond).toBeGreaterThanOrEqual(10 * settings.peakCheckinsPerSecond);
      expect(burst).toBeGreaterThanOrEqual(requestsPerSecond);
    },
  );

  it.each([
    [10, 1],
    [11, 2],
    [110_000, 11_000],
  ])('of %i check-ins per second needs %i concurrent executions', (peak, executions) => {
    expect(neededConcurrency(peak)).toBe(executions);
  });

  const warningsOf = (name: StageName) =>
    readStage(name).stacks[0]?.warnings.filter((each) => each.includes('concurrent executions'));

  it('causes a warning if the account has too few concurrent executions, as a new account does for prod', () => {
    expect(warningsOf('prod')).toStrictEqual([
      expect.stringContaining(
        '110 check-ins per second (peakCheckinsPerSecond) need 11 concurrent executions; the account has 10 (accountConcurrency). Ask AWS for more, quota L-B99A9384, and then set accountConcurrency.',
      ),
    ]);
    expect(warningsOf('full')).toStrictEqual([]);
    expect(neededConcurrency(stages['dev']?.peakCheckinsPerSecond ?? 0)).toBeLessThanOrEqual(10);
  });
});
