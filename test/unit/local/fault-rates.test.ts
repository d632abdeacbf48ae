import { describe, expect, it } from '@jest/globals';
import { parseFaults } from '../../../lib/local/gateway/faults.ts';

describe('The setting FAULTS', () => {
  it('names faults, each with its percentage', () => {
    expect(parseFaults('503:10%,lost:5%,slow:20%,429:2%')).toEqual({ '503': 10, lost: 5, slow: 20, '429': 2 });
    expect(parseFaults(' lost : 0.5% ')).toEqual({ lost: 0.5 });
    expect(parseFaults('lost:33.3%,slow:33.3%,503:33.4%')).toEqual({ lost: 33.3, slow: 33.3, '503': 33.4 });
  });

  it.each([
    ['503', '"503" is not a fault with a percentage'],
    ['503:10', '"503:10" is not a fault with a percentage'],
    ['503:-1%', '"503:-1%" is not a fault with a percentage'],
    ['503:10%,', '"" is not a fault with a percentage'],
    ['500:10%', 'there is no fault "500"'],
    ['toString:10%', 'there is no fault "toString"'],
    ['lost:1%,lost:2%', 'lost is named twice'],
    ['lost:60%,slow:41%', 'that is more than 100% in total'],
    ['lost:999%', 'that is more than 100% in total'],
  ])('rejects the value %s', (value, problem) => {
    expect(() => parseFaults(value)).toThrow(
      `FAULTS is "${value}": ${problem}. Write each fault with its percentage of the requests, such as 503:10%,lost:5%. ` +
        'The faults are 429, 503, lost, slow; name each at most once, with at most 100% in total.',
    );
  });
});
