import * as v from 'valibot';
import { faultOfEmail, faultOfId, faultOfUid } from '../../shared/domain/identifier.ts';
import { parseDateTime, type Instant } from '../../shared/domain/instant.ts';
import { ServiceError } from '../../shared/domain/service-error.ts';
import { foldEmail, type Identifiers } from '../../shared/domain/user.ts';
import { readHeader, type ApiRequest } from '../../shared/http/api-request.ts';
import { faultless, parseBody } from '../../shared/http/parse-body.ts';

export interface CheckinCommand {
  readonly identifiers: Identifiers;
  /** Where the request names no moment, the one at which it came counts. */
  readonly at?: Instant;
  readonly notify: boolean;
  readonly idempotencyKey?: string;
}

const faultOfDate = (value: unknown): string | undefined =>
  typeof value === 'string' && parseDateTime(value) !== undefined
    ? undefined
    : 'must be a date-time of RFC 3339 with its offset, such as 2026-11-21T08:00:00Z';

const faultOfNotify = (value: unknown): string | undefined =>
  typeof value === 'boolean' ? undefined : 'must be true or false';

/** `null` counts as left out. */
const body = v.object({
  id: v.nullish(faultless<number>(faultOfId)),
  uid: v.nullish(faultless<string>(faultOfUid)),
  email: v.nullish(faultless<string>(faultOfEmail)),
  date: v.nullish(faultless<string>(faultOfDate)),
  notify: v.nullish(faultless<boolean>(faultOfNotify)),
});

const VISIBLE_ASCII = /^[\x21-\x7e]{1,128}$/;

const parseIdempotencyKey = (request: ApiRequest): string | undefined => {
  const key = readHeader(request, 'idempotency-key');
  if (key === undefined || VISIBLE_ASCII.test(key)) return key;
  throw new ServiceError('invalid_idempotency_key', 'malformed Idempotency-Key');
};

const parseIdentifiers = ({ id, uid, email }: v.InferOutput<typeof body>): Identifiers => {
  const identifiers = {
    ...(typeof id === 'number' && { id }),
    ...(typeof uid === 'string' && { uid }),
    ...(typeof email === 'string' && { email: foldEmail(email) }),
  };
  if (Object.keys(identifiers).length > 0) return identifiers;
  const message = 'Give id, uid or email: one of them is required.';
  throw new ServiceError('invalid_field', 'no identifier', { fieldErrors: [{ field: 'id', message }] });
};

/** @throws ServiceError `invalid_body`, `invalid_field`, `invalid_idempotency_key` */
export const parseCheckin = (request: ApiRequest): CheckinCommand => {
  const idempotencyKey = parseIdempotencyKey(request);
  const fields = parseBody(body, request.body);
  const at = typeof fields.date === 'string' ? parseDateTime(fields.date) : undefined;
  return {
    identifiers: parseIdentifiers(fields),
    notify: fields.notify === true,
    ...(at !== undefined && { at }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
};
