import type { ValidateFunction } from 'ajv/dist/2020.js';
import { makeApiDocument } from '../../lib/openapi/api-document.ts';
import { readExamples } from '../../lib/openapi/examples.ts';
import { forbidUnlistedMembers } from './forbid-unlisted-members.ts';
import type { HttpResponse } from './running-service.ts';
import { describeFaults, makeAjv } from './make-ajv.ts';

interface Response {
  readonly headers: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content: { readonly 'application/json': object };
}

interface Operation {
  readonly responses: Readonly<Record<string, Response>>;
}

/** The part of the API document that responses are compared with. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly headers: Readonly<Record<string, { readonly required?: boolean }>> };
}

const document = makeApiDocument(readExamples()) as object & ApiDocument;

const ajv = makeAjv({ allErrors: true });
ajv.addSchema(forbidUnlistedMembers(document) as object, 'api');

const validators = new Map<string, ValidateFunction>();

const validatorAt = (...path: readonly string[]): ValidateFunction => {
  const pointer = path.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  const validator = validators.get(pointer) ?? ajv.compile({ $ref: `api#/${pointer}` });
  validators.set(pointer, validator);
  return validator;
};

/** Headers that HTTP itself adds to every response. */
const NOT_DESCRIBED = new Set(['connection', 'content-length', 'content-type', 'date', 'keep-alive']);

/** Whether a response is the gateway's own. Its body has only `message`, and it lacks the headers of the service. */
const isFromGateway = (body: object): boolean => Object.keys(body).join(',') === 'message';

const faultsOfHeaders = ({ headers: described }: Response, { headers, body }: HttpResponse): string[] => {
  const names = new Map(Object.keys(described).map((name) => [name.toLowerCase(), name]));
  const undescribed = [...headers.keys()].filter((name) => !names.has(name) && !NOT_DESCRIBED.has(name));
  const missing = [...names].filter(([name, documentedName]) => {
    const isRequired = document.components.headers[documentedName]?.required === true || !isFromGateway(body);
    return isRequired && !headers.has(name);
  });
  const wrong = [...names].filter(([name, documentedName]) => {
    const value = headers.get(name);
    return value !== null && !validatorAt('components', 'headers', documentedName, 'schema')(value);
  });
  return [
    ...undescribed.map((name) => `the header ${name} is not described`),
    ...missing.map(([, name]) => `the header ${name} is missing`),
    ...wrong.map(([name, documentedName]) => `the header ${documentedName} is ${headers.get(name)}`),
  ];
};

/**
 * Whether an error of the service has all the members that it must have. The document cannot require these members, because the
 * gateway's own errors lack some of them.
 */
const isErrorComplete = (body: object): boolean => {
  const names = 'error' in body ? ['error_description'] : ['statusCode', 'code', 'requestId'];
  return isFromGateway(body) || names.every((name) => name in body);
};

const faultsOfBody = (path: readonly string[], { status, headers, body }: HttpResponse): string[] => {
  const validate = validatorAt(...path, 'content', 'application/json', 'schema');
  const faults = validate(body)
    ? []
    : [`the body ${JSON.stringify(body)}: ${describeFaults(validate.errors).join(', ')}`];
  const type = headers.get('content-type');
  const statusMatches = !('statusCode' in body) || body.statusCode === status;
  return [
    ...faults,
    ...(type === 'application/json' ? [] : [`the type is ${type}`]),
    ...(status < 400 || isErrorComplete(body) ? [] : ['a member of the error is missing']),
    ...(statusMatches ? [] : [`the body says ${body.statusCode}`]),
  ];
};

/** Whether this is the gateway's response to a request that matches no operation. */
const isNotFound = ({ status, body }: HttpResponse): boolean =>
  status === 404 && JSON.stringify(body) === '{"message":"Not Found"}';

/** Lists how a response of the service differs from the API document. */
export const differencesFromDocument = (method: string, url: string, received: HttpResponse): string[] => {
  const { pathname } = new URL(url);
  const verb = method.toLowerCase();
  const operation = document.paths[pathname]?.[verb];
  if (!operation) return isNotFound(received) ? [] : [`${method} ${pathname} is not described`];
  const response = operation.responses[received.status];
  if (!response) return [`${method} ${pathname} ${received.status} is not described`];
  const faults = [
    ...faultsOfHeaders(response, received),
    ...faultsOfBody(['paths', pathname, verb, 'responses', String(received.status)], received),
  ];
  return faults.map((fault) => `${method} ${pathname} ${received.status}: ${fault}`);
};

/** @returns the response. @throws Error if the API document does not describe it */
export const checkResponse = (method: string, url: string, received: HttpResponse): HttpResponse => {
  const faults = differencesFromDocument(method, url, received);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return received;
};
