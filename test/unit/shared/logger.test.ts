import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makeLogger } from '../../../shared/logger.ts';

const variables = [
  'POWERTOOLS_SERVICE_NAME',
  'POWERTOOLS_LOG_LEVEL',
  'POWERTOOLS_METRICS_DISABLED',
  '_X_AMZN_TRACE_ID',
];
let originalValues: Record<string, string | undefined>;
let lines: Record<string, unknown>[];

const collectLine = (text: unknown): boolean => lines.push(JSON.parse(String(text))) > 0;

beforeEach(() => {
  originalValues = Object.fromEntries(variables.map((name) => [name, process.env[name]]));
  for (const name of variables) delete process.env[name];
  process.env['POWERTOOLS_SERVICE_NAME'] = 'checkin-dev';
  lines = [];
  mock.method(process.stdout, 'write', collectLine);
  mock.method(process.stderr, 'write', collectLine);
});

afterEach(() => {
  mock.restoreAll();
  for (const [name, value] of Object.entries(originalValues)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

describe('A line for the operator', () => {
  it('is JSON with level, time, service and trace', () => {
    process.env['_X_AMZN_TRACE_ID'] = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1';
    makeLogger().info('checkin 200', { checkinCount: 2 });
    expect(lines).toEqual([
      {
        level: 'INFO',
        message: 'checkin 200',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        service: 'checkin-dev',
        xray_trace_id: '1-5759e988-bd862e3fe1be46a994272793',
        checkinCount: 2,
      },
    ]);
  });

  it('contains an error with its stack and causes', () => {
    const cause = Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' });
    makeLogger().error('checkin 503', { error: new Error('away', { cause }) });
    expect(lines).toMatchObject([
      {
        level: 'ERROR',
        error: {
          name: 'Error',
          message: 'away',
          stack: expect.stringContaining('logger'),
          cause: { message: 'timed out', code: 'ETIMEDOUT' },
        },
      },
    ]);
  });

  it.each([
    ['DEBUG', ['INFO', 'WARN', 'ERROR']],
    ['warn', ['WARN', 'ERROR']],
    ['SILENT', []],
    ['no such level', ['INFO', 'WARN', 'ERROR']],
  ])('is written only if its level reaches POWERTOOLS_LOG_LEVEL (default: INFO): %s', (level, expected) => {
    process.env['POWERTOOLS_LOG_LEVEL'] = level;
    const log = makeLogger();
    log.info('one', {});
    log.warn('two', {});
    log.error('three', {});
    expect(lines.map((line) => line['level'])).toEqual(expected);
  });
});

describe('Metrics', () => {
  it('are added up, and each sum is written only once, in the embedded metric format', () => {
    const log = makeLogger();
    log.count('PushesSent');
    log.count('PushesSent');
    log.count('CheckinsPerformed', 3);
    log.publishCounts();
    log.publishCounts();
    const metrics = [
      { Name: 'PushesSent', Unit: 'Count' },
      { Name: 'CheckinsPerformed', Unit: 'Count' },
    ];
    expect(lines).toEqual([
      {
        _aws: {
          Timestamp: expect.any(Number),
          CloudWatchMetrics: [{ Namespace: 'CheckinService', Dimensions: [['service']], Metrics: metrics }],
        },
        service: 'checkin-dev',
        PushesSent: 2,
        CheckinsPerformed: 3,
      },
    ]);
  });

  it('are not written if they are turned off', () => {
    process.env['POWERTOOLS_METRICS_DISABLED'] = 'true';
    const log = makeLogger();
    log.count('PushesSent');
    log.publishCounts();
    expect(lines).toEqual([]);
  });
});
