import { makeConsoleDocument } from '../../lib/openapi/console/console-document.ts';
import { consoleRoutes, type ConsoleRouteId } from '../../shared/console-api/routes.ts';
import type { ConsoleResponse } from './console-service.ts';
import { makeAjv } from './make-ajv.ts';

interface DescribedResponse {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly content?: unknown;
}

interface ConsoleDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { responses: Record<string, DescribedResponse> }>>>>;
}

const document = makeConsoleDocument('0') as object & ConsoleDocument;

const ajv = makeAjv({ allErrors: true });
ajv.addSchema(document, 'console');

const escape = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

const faultsOfBody = (pointer: readonly string[], { content }: DescribedResponse, body: unknown): string[] => {
  if (!content) return body === undefined ? [] : ['a body is not described'];
  const $ref = `console#/${[...pointer, 'content', 'application/json', 'schema'].map(escape).join('/')}`;
  const validate = ajv.getSchema($ref) ?? ajv.compile({ $ref });
  return validate(body) ? [] : [ajv.errorsText(validate.errors)];
};

/** @returns the response. @throws Error if the API document does not describe it */
export const checkConsoleResponse = (id: ConsoleRouteId, response: ConsoleResponse): ConsoleResponse => {
  const { path, method } = consoleRoutes[id];
  const pointer = ['paths', path, method.toLowerCase(), 'responses', String(response.status)];
  const described = document.paths[path]?.[method.toLowerCase()]?.responses[response.status];
  if (!described) throw new Error(`${id} ${response.status} is not described: ${JSON.stringify(response.body)}`);
  const missing = Object.keys(described.headers).filter((name) => !response.headers.has(name));
  const faults = [
    ...missing.map((name) => `the header ${name} is missing`),
    ...faultsOfBody(pointer, described, response.body),
  ];
  if (faults.length > 0)
    throw new Error(`${id} ${response.status}: ${faults.join('; ')}: ${JSON.stringify(response.body)}`);
  return response;
};
