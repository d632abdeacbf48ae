import type * as v from 'valibot';
import * as auth from '../../functions/auth/operations.ts';
import { responses as authResponses } from '../../functions/auth/response.ts';
import * as batch from '../../functions/batch/operations.ts';
import { responses as batchResponses } from '../../functions/batch/response.ts';
import * as checkin from '../../functions/checkin/operations.ts';
import { responses as checkinResponses } from '../../functions/checkin/response.ts';
import * as refresh from '../../functions/refresh/operations.ts';
import * as sync from '../../functions/sync/operations.ts';
import { responses as syncResponses } from '../../functions/sync/response.ts';
import type { Operation, RequestSchemas } from '../../shared/http/operation.ts';
import type { RouteId } from '../../shared/routes.ts';

export const operations: Readonly<Record<RouteId, Operation>> = {
  ...auth.operations,
  ...refresh.operations,
  ...checkin.operations,
  ...batch.operations,
  ...sync.operations,
};

export const requests: RequestSchemas = {
  ...auth.requests,
  ...checkin.requests,
  ...batch.requests,
  ...sync.requests,
};

export const responses: Readonly<Record<string, v.GenericSchema>> = {
  ...authResponses,
  ...checkinResponses,
  ...batchResponses,
  ...syncResponses,
};
