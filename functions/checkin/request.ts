import * as v from 'valibot';
import { emailRule, idRule, uidRule } from '../../shared/domain/identifier.ts';
import { ServiceError } from '../../shared/domain/service-error.ts';
import { foldEmail, type Identifiers } from '../../shared/domain/user.ts';
import { readHeader, type ApiRequest } from '../../shared/http/api-request.ts';
import { optionalField } from '../../shared/http/field.ts';
import { parseBody } from '../../shared/http/parse-body.ts';
import type { CheckinCommand } from '../../shared/use-cases/checkin/perform-checkin.ts';

export const checkinBody = v.object({
  id: optionalField(idRule),
  uid: optionalField(uidRule),
  email: optionalField(emailRule),
  date: optionalField({ kind: 'date-time' }),
  notify: optionalField({ kind: 'boolean' }),
});

/** For a regular expression; one that other languages read alike. */
export const IDEMPOTENCY_KEY_PATTERN = String.raw`^[\x21-\x7e]{1,128}$`;
const IDEMPOTENCY_KEY = new RegExp(IDEMPOTENCY_KEY_PATTERN);

const parseIdempotencyKey = (request: ApiRequest): string | undefined => {
  const key = readHeader(request, 'idempotency-key');
  if (key === undefined || IDEMPOTENCY_KEY.test(key)) return key;
  throw new ServiceError('invalid_idempotency_key', 'malformed Idempotency-Key');
};

const parseIdentifiers = ({ id, uid, email }: v.InferOutput<typeof checkinBody>): Identifiers => {
  const identifiers = {
    ...(typeof id === 'number' && { id }),
    ...(typeof uid === 'string' && { uid }),
    ...(typeof email === 'string' && { email: foldEmail(email) }),
  };
  if (Object.keys(identifiers).length > 0) return identifiers;
  throw new ServiceError('invalid_field', 'no identifier', {
    fieldErrors: [{ field: 'id', fault: { kind: 'identifier-required' } }],
  });
};

/** @throws ServiceError `invalid_body`, `invalid_field`, `invalid_idempotency_key` */
export const parseCheckin = (request: ApiRequest): CheckinCommand => {
  const idempotencyKey = parseIdempotencyKey(request);
  const fields = parseBody(checkinBody, request.body);
  return {
    identifiers: parseIdentifiers(fields),
    notify: fields.notify === true,
    ...(typeof fields.date === 'number' && { at: fields.date }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
};
