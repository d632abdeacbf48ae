import { describe, expect, it } from '@jest/globals';
import { makeConsoleDocument } from '../../../lib/openapi/console/console-document.ts';
import { consoleRoutes } from '../../../shared/console-api/routes.ts';

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly required: boolean }[];
  readonly responses: Readonly<Record<string, unknown>>;
}

const document = makeConsoleDocument('1.1.0') as { paths: Record<string, Record<string, Operation>> };

/** api-document.test.ts checks that it is OpenAPI 3.1. */
describe('The document of the console API', () => {
  it('describes every route under its method, with a role', () => {
    const described = Object.entries(consoleRoutes).map(
      ([, { path, method }]) => document.paths[path]?.[method.toLowerCase()],
    );
    expect(described.map((operation) => operation?.operationId)).toEqual(Object.keys(consoleRoutes));
  });

  it('requires If-Match if the route table does', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const requiring = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'If-Match'));
    const withIfMatch = Object.entries(consoleRoutes).filter(([, route]) => 'ifMatch' in route);
    expect(requiring.map(({ operationId }) => operationId).toSorted()).toEqual(
      withIfMatch.map(([id]) => id).toSorted(),
    );
    expect(requiring.every(({ responses }) => '412' in responses && '428' in responses)).toBe(true);
  });
});
