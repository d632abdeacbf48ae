import * as v from 'valibot';
import { ServiceError, type FieldError } from '../../shared/domain/service-error.ts';
import { field, parseBody } from '../../shared/http/field.ts';
import { fields } from '../../shared/rules/fields.ts';
import type { ApiRequest } from '../../shared/http/api-request.ts';
import type { RequestedBooking } from '../../shared/use-cases/bookings/read-states.ts';

const syncBody = v.object({ items: field(fields.items) });

/** An item of POST /sync/bookings/read. */
export const requestedBooking = v.object({ bookingId: field(fields.bookingId), userId: field(fields.userId) });

/**
 * Reads the items of a request without checking them, so that an invalid item does not affect the others.
 * @throws ServiceError `invalid_body`, `invalid_field`
 */
export const parseSync = (request: ApiRequest): readonly unknown[] => parseBody(syncBody, request.body).items;

const parseItem = (value: unknown, index: number): RequestedBooking | readonly FieldError[] => {
  try {
    return parseBody(requestedBooking, value);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code, fieldErrors } = error;
    return code === 'invalid_body'
      ? [{ field: `items[${index}]`, fault: { kind: 'object' } }]
      : fieldErrors.map(({ field: name, fault }) => ({ field: `items[${index}].${name}`, fault }));
  }
};

/**
 * Reads and checks the items of a request. An invalid item makes the whole request fail, because the response has no way to
 * report a single invalid item.
 * @throws ServiceError `invalid_body`, `invalid_field` with every invalid field of every item
 */
export const parseReadBookings = (request: ApiRequest): readonly RequestedBooking[] => {
  const parsed = parseSync(request).map(parseItem);
  const fieldErrors = parsed.flatMap((one) => ('bookingId' in one ? [] : one));
  if (fieldErrors.length > 0)
    throw new ServiceError('invalid_field', fieldErrors.map((one) => one.field).join(', '), { fieldErrors });
  return parsed as readonly RequestedBooking[];
};
