import { describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import type { FieldRule } from '../../../shared/rules/field-rule.ts';
import { fields } from '../../../shared/rules/fields.ts';
import { clearableField, field, isClearable, optionalField, parseBody, ruleOf } from '../../../shared/http/field.ts';

const accepts = (rule: FieldRule, value: unknown): boolean => v.safeParse(field(rule), value).success;

describe('A field with the rule', () => {
  const colours = ['red', 'green'] as const;

  it.each([
    [{ kind: 'set', values: colours }, ['green', 'red']],
    [{ kind: 'items', min: 1, max: 2 }, [{}, 1]],
    [fields.idempotencyKey, 'swipe-1'],
    [{ kind: 'day' }, '2028-02-29'],
  ] as const)('%j accepts %j', (rule, value) => {
    expect(accepts(rule, value)).toBe(true);
  });

  it.each([
    [{ kind: 'set', values: colours }, []],
    [{ kind: 'set', values: colours }, ['red', 'red']],
    [{ kind: 'set', values: colours }, ['red', 'blue']],
    [{ kind: 'networks', max: 1 }, ['203.0.113.0/24', '::/0']],
    [{ kind: 'networks', max: 2 }, ['::/0', '::/0']],
    [{ kind: 'number', min: 1, max: 9 }, '5'],
    [{ kind: 'items', min: 1, max: 2 }, [1, 2, 3]],
    [fields.idempotencyKey, 'a b'],
    [{ kind: 'day' }, '2026-02-29'],
    [{ kind: 'day' }, '+012026-11-21'],
    [{ kind: 'day' }, '2026-11-21T00:00'],
    [{ kind: 'day' }, Object.create(null)],
  ] as const)('%j rejects %j', (rule, value) => {
    expect(accepts(rule, value)).toBe(false);
  });
});

it('An optional field can be omitted or null, and carries its rule', () => {
  const schema = optionalField({ kind: 'day' });

  expect(v.is(schema, undefined) && v.is(schema, null)).toBe(true);
  expect(ruleOf(schema)).toEqual({ kind: 'day' });
});

it('Only a clearable field can be cleared', () => {
  const rule = { kind: 'day' } as const;
  expect([clearableField(rule), optionalField(rule), field(rule)].map(isClearable)).toEqual([true, false, false]);
  expect(ruleOf(clearableField(rule))).toEqual(rule);
});

it('An error names the character that is not allowed', () => {
  const fault = { kind: 'invisible-character', character: 'U+200B', after: 'A' };
  expect(() => parseBody(v.object({ uid: field(fields.uid) }), { uid: 'A\u200b' })).toThrow(
    expect.objectContaining({ fieldErrors: [{ field: 'uid', fault }] }),
  );
});
