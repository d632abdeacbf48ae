import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { CHECKIN_LOG_SHARDS } from '../../shared/adapters/dynamodb/checkin-log.ts';
import { CHECKIN_MILLISECONDS } from '../../shared/concurrency.ts';
import { stages } from '../../lib/aws/stages.ts';

const text = readFileSync('docs/limits-and-costs.md', 'utf8');
const settings = stages['prod'] as (typeof stages)[string];
const peak = settings.peakCheckinsPerSecond;

const MULTIPLES = [1, 10, 100, 1_000];

/** The check-ins per second that this many concurrent executions can perform. */
const byExecutions = (count: number): number => (count * 1_000) / CHECKIN_MILLISECONDS;

/** DynamoDB units of one key or table that a check-in of one booking uses. */
const CLIENT_READ = 1;
const BOOKING_WRITE = 1;
const LOG_WRITE = 1;

/** AWS's default limits as check-ins per second (Service Quotas, and DynamoDB's Developer Guide). */
const ceilings: readonly (readonly [string, number])[] = [
  ['concurrent executions of a new account: 10', byExecutions(10)],
  ['throttle of `POST /scheduling/checkin` (`throttles`)', settings.throttles.checkin.requestsPerSecond],
  ['one client: one item, 3,000 reads per second', 3_000 / CLIENT_READ],
  ['a new table: 4,000 writes per second', 4_000 / BOOKING_WRITE],
  ['concurrent executions: 1,000, once granted', byExecutions(1_000)],
  ['HTTP API: 10,000 requests per second', 10_000],
  [
    `one company: ${CHECKIN_LOG_SHARDS} index keys of its log, 1,000 writes per second each`,
    (CHECKIN_LOG_SHARDS * 1_000) / LOG_WRITE,
  ],
  ['a table with `warmThroughput`, not raised by AWS: 40,000 writes per second', 40_000 / BOOKING_WRITE],
];

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const format = (count: number): string => count.toLocaleString('en');

describe('the table of limits in docs/limits-and-costs.md', () => {
  const [, section = ''] = text.split('\n## Limits\n');
  const lines = section.split('\n').filter((line) => line.startsWith('|'));

  it('has a column for each multiple of the peak that prod is for', () => {
    const columns = MULTIPLES.map((multiple) => `${format(multiple)} × ${format(multiple * peak)}`);
    columns[0] = `1 × ${format(peak)}`;
    expect(cellsOf(lines[0] ?? '')).toStrictEqual(['limit', 'check-ins per second', ...columns]);
  });

  it('lists the limits, lowest first, each with what it allows and whether that is enough', () => {
    const rows = lines.slice(2, 2 + ceilings.length).map(cellsOf);
    const expected = ceilings.map(([limit, allowed]) => [
      limit,
      format(allowed),
      ...MULTIPLES.map((multiple) => (allowed >= multiple * peak ? 'enough' : 'too low')),
    ]);
    expect(rows).toStrictEqual(expected);
    const inOrder = ceilings.map(([, allowed]) => allowed);
    expect(inOrder).toStrictEqual(inOrder.toSorted((one, other) => one - other));
  });
});
