import { describe, expect, it } from '@jest/globals';
import { parseReadBookings, parseSync } from '../../../../functions/sync/request.ts';
import type { ApiRequest } from '../../../../shared/http/api-request.ts';
import { fields } from '../../../../shared/rules/fields.ts';

const parse = (body: unknown) => parseSync({ body } as ApiRequest);

it('The body of a sync request has 1 to 100 items, which are validated later', () => {
  const items = Array<unknown>(100).fill(null);
  expect(parse({ items })).toEqual(items);
  for (const invalid of [undefined, [], [...items, null]])
    expect(() => parse({ items: invalid })).toThrow(expect.objectContaining({ code: 'invalid_field' }));
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
