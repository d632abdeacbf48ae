import * as v from 'valibot';
import { errorResponse, type RouteSchemas } from '../../shared/console-api/parts.ts';
import type { ConsoleRouteId } from '../../shared/console-api/routes.ts';
import { consoleSchemas } from '../../shared/console-api/schemas.ts';
import { consoleErrors } from '../../shared/rules/errors.ts';
import type { ConsoleResponse } from './console-service.ts';

/** The gateway and its authorizer respond with only a message. */
const gatewayResponse = v.strictObject({ message: v.string() });

const faultsOfBody = (schema: v.GenericSchema, body: unknown): string[] => {
  const { issues = [] } = v.safeParse(schema, body);
  return issues.map((issue) => `${v.getDotPath(issue) ?? 'the body'}: ${issue.message}`);
};

const faultsOf = (route: RouteSchemas, { status, headers, body }: ConsoleResponse): string[] => {
  const { response, status: success = response ? 200 : 204 } = route;
  if (status >= 400 && v.is(gatewayResponse, body)) return [];
  const missing = ['cache-control', 'x-request-id', ...(status >= 400 ? ['content-language'] : [])]
    .filter((name) => !headers.has(name))
    .map((name) => `the header ${name} is missing`);
  if (status < 400) {
    if (status !== success) return [`the route responds with ${success}`];
    return [...missing, ...faultsOfBody(response ?? v.undefined(), body)];
  }
  const faults = faultsOfBody(errorResponse, body);
  const { code, statusCode } = (body ?? {}) as v.InferOutput<typeof errorResponse>;
  const isConsistent = statusCode === status && consoleErrors[code] === status;
  return [...missing, ...faults, ...(faults.length > 0 || isConsistent ? [] : [`${code} does not have this status`])];
};

/** @returns the response. @throws Error if the schemas of the route do not describe it */
export const checkConsoleResponse = (id: ConsoleRouteId, response: ConsoleResponse): ConsoleResponse => {
  const faults = faultsOf(consoleSchemas[id], response);
  if (faults.length > 0)
    throw new Error(`${id} ${response.status}: ${faults.join('; ')}: ${JSON.stringify(response.body)}`);
  return response;
};
