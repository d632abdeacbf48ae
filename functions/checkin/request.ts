import * as v from 'valibot';
import { defined } from '../../shared/domain/defined.ts';
import { ServiceError } from '../../shared/domain/service-error.ts';
import { readHeader, type ApiRequest } from '../../shared/http/api-request.ts';
import { optionalField, parseBody } from '../../shared/http/field.ts';
import { checkinFields, toCheckin } from '../../shared/http/checkin-fields.ts';
import { fields } from '../../shared/rules/fields.ts';
import { isValid } from '../../shared/rules/find-problem.ts';
import type { CheckinCommand } from '../../shared/use-cases/checkin/checkin-request.ts';

export const checkinBody = v.object({
  ...checkinFields,
  details: optionalField(fields.flag),
  dryRun: optionalField(fields.flag),
});

const parseIdempotencyKey = (request: ApiRequest): string | undefined => {
  const key = readHeader(request, 'idempotency-key');
  if (key === undefined || isValid(fields.idempotencyKey, key)) return key;
  throw new ServiceError('invalid_idempotency_key', 'malformed Idempotency-Key');
};

/** @throws ServiceError `invalid_body`, `invalid_field`, `invalid_idempotency_key` */
export const parseCheckin = (request: ApiRequest): CheckinCommand & { readonly isDryRun: boolean } => {
  const idempotencyKey = parseIdempotencyKey(request);
  const body = parseBody(checkinBody, request.body);
  const isDryRun = body.dryRun === true;
  if (isDryRun && idempotencyKey !== undefined) {
    const fieldErrors = [{ field: 'dryRun', fault: { kind: 'without-idempotency-key' as const } }];
    throw new ServiceError('invalid_field', 'a dry run with an Idempotency-Key', { fieldErrors });
  }
  return defined({ ...toCheckin(body), details: body.details ?? undefined, idempotencyKey, isDryRun });
};
