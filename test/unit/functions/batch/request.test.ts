import { fields } from '../../../../shared/rules/fields.ts';
import { describe, expect, it } from '@jest/globals';
import { parseBatch } from '../../../../functions/batch/request.ts';
import { ServiceError } from '../../../../shared/domain/service-error.ts';
import { readRejected } from '../../../../shared/http/checkin-fields.ts';
import type { ApiRequest } from '../../../../shared/http/api-request.ts';

const date = '2026-11-21T08:00:00Z';
const at = Date.parse(date);

const parse = (body: unknown) => parseBatch({ body } as ApiRequest, { receivedAt: at, maxFutureMinutes: 60 });
const manyItems = (count: number) => Array.from({ length: count }, (_, index) => ({ key: `k${index}`, id: 1, date }));

const rejection = (field: string, fault: object) =>
  expect.objectContaining({ code: 'invalid_field', fieldErrors: [{ field, fault }] });

describe('The body of a batch', () => {
  it('is read into items in the same order, each with its key', () => {
    const items = [
      { key: 'b', id: 1, date, notify: true, reader: 'Main entrance', dryRun: false },
      { key: 'a', uid: 'E-1', date, dryRun: null, gate: 'North' },
    ];
    expect(parse({ items })).toStrictEqual([
      {
        key: 'b',
        item: { identifiers: { id: 1 }, notify: true, at, isDated: true, reader: 'Main entrance', idempotencyKey: 'b' },
      },
      { key: 'a', item: { identifiers: { uid: 'E-1' }, notify: false, at, isDated: true, idempotencyKey: 'a' } },
    ]);
  });

  it('has 1 to 100 items', () => {
    expect(parse({ items: manyItems(100) })).toHaveLength(100);
    for (const items of [undefined, [], manyItems(101)])
      expect(() => parse({ items })).toThrow(rejection('items', { kind: 'items', min: 1, max: 100 }));
  });

  it('cannot have a key twice, even in an invalid item, but can have several items without a valid key', () => {
    const items = [{ key: 'a', id: 1, date }, { key: 'b' }, { key: 'a' }, { key: 'b' }, { key: 'a' }];
    const fieldErrors = [
      { field: 'items[2].key', fault: { kind: 'distinct-keys', key: 'a', first: 0 } },
      { field: 'items[3].key', fault: { kind: 'distinct-keys', key: 'b', first: 1 } },
      { field: 'items[4].key', fault: { kind: 'distinct-keys', key: 'a', first: 0 } },
    ];
    expect(() => parse({ items })).toThrow(expect.objectContaining({ code: 'invalid_field', fieldErrors }));
    const long = { key: 'x'.repeat(1_000) };
    const fault = { kind: 'distinct-keys', key: 'x'.repeat(128), first: 0 };
    expect(() => parse({ items: [long, long] })).toThrow(rejection('items[1].key', fault));
    expect(parse({ items: [{}, {}, null, { key: 7 }, { key: 7 }] })).toHaveLength(5);
  });
});

describe('An invalid item of a batch', () => {
  const required = { kind: 'required' };

  it.each([
    [{ id: 1, date }, undefined, 'key', required],
    [{ key: 'a b', id: 1, date }, 'a b', 'key', fields.idempotencyKey],
    [{ key: 'k', date }, 'k', 'id', { kind: 'identifier-required' }],
    [{ key: 'k', id: 1, date, dryRun: true }, 'k', 'dryRun', { kind: 'not-in-a-batch' }],
    [{ key: 'k', id: 1, date: '2026-11-21T09:00:01Z' }, 'k', 'date', { kind: 'too-far-ahead', minutes: 61, max: 60 }],
    [null, undefined, 'items[1]', { kind: 'object' }],
    ['key', undefined, 'items[1]', { kind: 'object' }],
  ])('%j has the key %j and an error in the field %s, and does not affect other items', (item, key, field, fault) => {
    const [first, second] = parse({ items: [{ key: 'first', id: 1, date }, item] });
    expect(first).toMatchObject({ item: { identifiers: { id: 1 } } });
    expect(second).toEqual({ key, item: { error: rejection(field, fault) } });
  });

  it.each<[object, object | undefined]>([
    [
      { uid: 'B\u200b', reader: 'North' },
      { identifiers: { uid: 'B[U+200B]' }, at, reader: 'North' },
    ],
    [
      { id: 7, uid: 'B\u200b' },
      { identifiers: { id: 7, uid: 'B[U+200B]' }, at },
    ],
    [
      { id: 0, email: 'a@b', dryRun: false },
      { identifiers: { id: '0', email: 'a@b' }, at },
    ],
    [{ uid: `B${'x'.repeat(200)}` }, { identifiers: { uid: `B${'x'.repeat(127)}…` }, at }],
    [{ uid: `B\u200b${'x'.repeat(119)}` }, { identifiers: { uid: `B[U+200B]${'x'.repeat(119)}` }, at }],
    [
      { uid: 7, email: null },
      { identifiers: { uid: '7' }, at },
    ],
    [{ uid: 'B\u200b', reader: 7 }, undefined],
    [{ uid: 'B\u200b', dryRun: true }, undefined],
    [{}, undefined],
  ])('leaves in the check-in log only what has no other fault: %j', (item, rejected) => {
    const [parsed] = parse({ items: [{ key: 'k', date, ...item }] });
    expect(parsed?.item).toEqual({ error: expect.anything(), rejected });
  });

  it('leaves nothing in the check-in log for an error that is not about a field', () => {
    for (const error of [new Error('a defect'), new ServiceError('invalid_body', 'not an object')])
      expect(readRejected({ uid: 'B' }, error)).toBeUndefined();
  });

  it('does not hide a defect of the service', () => {
    const item = {
      key: 'k',
      id: 1,
      get date(): string {
        throw new Error('a defect');
      },
    };
    expect(() => parse({ items: [item] })).toThrow('a defect');
  });
});
