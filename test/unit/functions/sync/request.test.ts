import { describe, expect, it } from '@jest/globals';
import { parseReadBookings, parseSync } from '../../../../functions/sync/request.ts';
import type { ApiRequest } from '../../../../shared/http/api-request.ts';
import { fields } from '../../../../shared/rules/fields.ts';

const parse = (body: unknown) => parseSync({ body } as ApiRequest);

describe('The body of a sync request', () => {
  it.each([1, 100])('can have %d items, which are validated later', (count) => {
    const items = Array<unknown>(count).fill(null);
    expect(parse({ items })).toEqual(items);
  });

  it.each([0, 101])('cannot have %d items', (count) => {
    const fieldErrors = [{ field: 'items', fault: { kind: 'items', min: 1, max: 100 } }];
    expect(() => parse({ items: Array<null>(count).fill(null) })).toThrow(
      expect.objectContaining({ code: 'invalid_field', fieldErrors }),
    );
  });

  it('must have a list of items', () => {
    expect(() => parse({})).toThrow(expect.objectContaining({ code: 'invalid_field' }));
    expect(() => parse({ items: { length: 1 } })).toThrow(expect.objectContaining({ code: 'invalid_field' }));
    expect(() => parse([])).toThrow(expect.objectContaining({ code: 'invalid_body' }));
  });
});

describe('A request to read bookings', () => {
  const read = (...items: unknown[]) => parseReadBookings({ body: { items } } as ApiRequest);
  const desk = { bookingId: 'desk', userId: 42 };

  it('names each booking and its user', () => {
    expect(read(desk, { ...desk, bookingId: 'parking' })).toEqual([desk, { ...desk, bookingId: 'parking' }]);
  });

  it('does not hide a defect of the service', () => {
    const item = {
      get bookingId(): string {
        throw new Error('a defect');
      },
    };
    expect(() => read(item)).toThrow('a defect');
  });

  it('is rejected as a whole, with every invalid field of every item', () => {
    const fieldErrors = [
      { field: 'items[1].bookingId', fault: fields.bookingId },
      { field: 'items[1].userId', fault: { kind: 'required' } },
      { field: 'items[2]', fault: { kind: 'object' } },
    ];
    const message = 'items[1].bookingId, items[1].userId, items[2]';
    expect(() => read(desk, { bookingId: '' }, null)).toThrow(
      expect.objectContaining({ code: 'invalid_field', message, fieldErrors }),
    );
  });
});
