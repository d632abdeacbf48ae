import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { stages } from '../../lib/aws/stages.ts';

const text = readFileSync('docs/limits-and-costs.md', 'utf8');
const settings = stages['prod'] as (typeof stages)[string];
/** 100,000 people who arrive within 15 minutes. */
const peak = 110;
/** How long a check-in keeps an execution busy: its sequential calls to DynamoDB, with a margin for slow ones. */
const CHECKIN_MILLISECONDS = 100;

/** Returns how many check-ins per second the concurrent executions can perform. */
const checkinsPerSecond = (executions: number): number => (executions * 1_000) / CHECKIN_MILLISECONDS;

/** The DynamoDB units that a check-in for one booking consumes: of a client's item, of the bookings table and of a log key. */
const CLIENT_READ = 1;
const BOOKING_WRITE = 1;
const LOG_WRITE = 1;

/**
 * The limits in check-ins per second. Those set by AWS are the defaults in Service Quotas and in DynamoDB's Developer Guide.
 * Neither a quota nor a setting can raise those set by the design.
 */
const ceilings: readonly (readonly [limit: string, setBy: 'AWS' | 'setting' | 'design', allowed: number])[] = [
  ['concurrent executions of a new account: 10', 'AWS', checkinsPerSecond(10)],
  ['one company: 1,000 log entries per second', 'design', 1_000 / LOG_WRITE],
  ['throttle of `POST /scheduling/checkin` (`throttles`)', 'setting', settings.throttles.checkin.requestsPerSecond],
  ['one client: 3,000 reads of its access item per second', 'design', 3_000 / CLIENT_READ],
  ['a new table: 4,000 writes per second', 'AWS', 4_000 / BOOKING_WRITE],
  ['concurrent executions: 1,000, once granted', 'AWS', checkinsPerSecond(1_000)],
  ['HTTP API: 10,000 requests per second', 'AWS', 10_000],
];

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const format = (count: number): string => count.toLocaleString('en');

/** Formats a limit as a multiple of the peak, rounded down to one decimal. */
const timesThePeak = (allowed: number): string => (Math.floor((10 * allowed) / peak) / 10).toFixed(1);

describe('The table of limits in docs/limits-and-costs.md', () => {
  const [, section = ''] = text.split('\n## Limits\n');
  const lines = section.split('\n').filter((line) => line.startsWith('|'));

  it('names the peak that prod is sized for', () => {
    expect(section).toContain(`a peak of ${peak} check-ins per second`);
  });

  it('lists the limits, lowest first, each in check-ins per second and as a multiple of the peak', () => {
    const rows = lines.slice(2, 2 + ceilings.length).map(cellsOf);
    const expected = ceilings.map(([limit, setBy, allowed]) => [limit, setBy, format(allowed), timesThePeak(allowed)]);
    expect(rows).toStrictEqual(expected);
    const allowedRates = ceilings.map(([, , allowed]) => allowed);
    expect(allowedRates).toStrictEqual(allowedRates.toSorted((one, other) => one - other));
  });

  it('has no limit set by the design that is below nine times the peak', () => {
    const designLimits = ceilings.filter(([, setBy]) => setBy === 'design').map(([, , allowed]) => allowed);
    expect(Math.min(...designLimits)).toBeGreaterThanOrEqual(9 * peak);
  });
});
