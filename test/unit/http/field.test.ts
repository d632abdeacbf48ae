import { describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import type { FieldRule } from '../../../shared/domain/field-rule.ts';
import { field, optionalField, ruleOf } from '../../../shared/http/field.ts';

const takes = (rule: FieldRule, value: unknown): boolean => v.safeParse(field(rule), value).success;

describe('A field accepts only values that follow its rule:', () => {
  const colours = ['red', 'green'] as const;

  it.each([
    [{ kind: 'choice', values: colours }, 'red'],
    [{ kind: 'set', values: colours }, ['green', 'red']],
    [{ kind: 'day' }, '2028-02-29'],
    [{ kind: 'time-zone' }, 'America/Sao_Paulo'],
  ] as const)('%j takes %j', (rule, value) => {
    expect(takes(rule, value)).toBe(true);
  });

  it.each([
    [{ kind: 'choice', values: colours }, 'blue'],
    [{ kind: 'choice', values: colours }, ['red']],
    [{ kind: 'set', values: colours }, []],
    [{ kind: 'set', values: colours }, ['red', 'red']],
    [{ kind: 'set', values: colours }, ['red', 'blue']],
    [{ kind: 'set', values: colours }, 'red'],
    [{ kind: 'day' }, '2026-02-29'],
    [{ kind: 'day' }, '2026-2-1'],
    [{ kind: 'day' }, 20_261_121],
    [{ kind: 'time-zone' }, 'Berlin'],
    [{ kind: 'time-zone' }, ''],
    [{ kind: 'time-zone' }, null],
  ] as const)('%j refuses %j', (rule, value) => {
    expect(takes(rule, value)).toBe(false);
  });

  it('an optional field may be omitted or null, and carries its rule', () => {
    const schema = optionalField({ kind: 'day' });

    expect(v.is(schema, undefined) && v.is(schema, null)).toBe(true);
    expect(ruleOf(schema)).toEqual({ kind: 'day' });
  });
});
