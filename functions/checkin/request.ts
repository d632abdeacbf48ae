import * as v from 'valibot';
import { defined } from '../../shared/rules/plain-values.ts';
import { invalidField } from '../../shared/domain/service-error.ts';
import { readIdempotencyKey, type ApiRequest } from '../../shared/http/api-request.ts';
import { optionalField, parseBody } from '../../shared/http/field.ts';
import { checkinFields, toCheckin, type ServiceClock } from '../../shared/http/checkin-fields.ts';
import { fields } from '../../shared/rules/fields.ts';
import type { CheckinCommand } from '../../shared/use-cases/checkin/checkin-request.ts';

export const checkinBody = v.object({
  ...checkinFields,
  details: optionalField(fields.flag),
  dryRun: optionalField(fields.flag),
});

/** @throws ServiceError `invalid_body`, `invalid_field`, `invalid_idempotency_key` */
export const parseCheckin = (
  request: ApiRequest,
  clock: ServiceClock,
): CheckinCommand & { readonly isDryRun: boolean } => {
  const idempotencyKey = readIdempotencyKey(request);
  const body = parseBody(checkinBody, request.body);
  const isDryRun = body.dryRun === true;
  if (isDryRun && idempotencyKey !== undefined)
    throw invalidField('dryRun', { kind: 'without-idempotency-key' }, 'a dry run with an Idempotency-Key');
  return defined({ ...toCheckin(body, clock), details: body.details ?? undefined, idempotencyKey, isDryRun });
};
