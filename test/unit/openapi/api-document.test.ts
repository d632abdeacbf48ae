import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from '@jest/globals';
import { API_VERSION, makeApiDocument } from '../../../lib/openapi/api-document.ts';
import { readExamples } from '../../../lib/openapi/examples.ts';
import { findUnportable, lintDocument } from './lint-document.ts';
import { makeAjv, quickToCompile } from '../../support/make-ajv.ts';

const docs = join(import.meta.dirname, '../../../docs');
const document = makeApiDocument(readExamples());

const ajv = makeAjv();
ajv.addSchema(document, 'api');

/** Returns the values of the members with this name, at any depth. */
const membersNamed = (name: string, value: unknown): object[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [
    ...(key === name ? [member as object] : []),
    ...membersNamed(name, member),
  ]);
};

describe('The document', () => {
  it('is OpenAPI 3.1', async () => {
    const validator = new Validator(quickToCompile());
    expect(await validator.validate(structuredClone(document) as Record<string, unknown>)).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('has only valid schemas', () => {
    const components = membersNamed('schemas', document).flatMap((all) => Object.values(all) as object[]);
    const schemas = [...components, ...membersNamed('schema', document)];
    expect(schemas.length).toBeGreaterThan(20);
    for (const schema of schemas) expect([schema, ajv.validateSchema(schema)]).toEqual([schema, true]);
  });
});

it('The committed file docs/openapi.json is the one that `npm run openapi` writes', () => {
  expect(JSON.parse(readFileSync(join(docs, 'openapi.json'), 'utf8'))).toEqual(document);
});

describe('The API document', () => {
  it('has the same version as the package and the newest entry of the changelog', () => {
    const root = join(docs, '..');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    const [, newest] = /^## \[(\d[^\]]*)\]/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) ?? [];
    expect([version, newest]).toEqual([API_VERSION, API_VERSION]);
  });

  it('describes every schema, uses every component, and shows an example of every body', () => {
    expect(lintDocument(document)).toEqual([]);
  });

  it('has only schemas that client generators understand, and no member that generated clients would send as null', () => {
    expect(findUnportable(document)).toEqual([]);
  });

  it('lets OAuth 2.0 software call every operation that takes an access token', () => {
    const operations = Object.values(document['paths'] as object).flatMap(
      (path: object) => Object.values(path) as { readonly security: readonly object[] }[],
    );
    const scopes = operations
      .map(({ security }) => security)
      .filter((security) => security.some((one) => 'accessToken' in one))
      .map(([, second]) => second);
    expect(scopes).toEqual(['checkin', 'checkin', 'sync', 'sync', 'sync'].map((scope) => ({ OAuth2: [scope] })));
  });

  it('has only examples that match its schemas', () => {
    interface Media {
      readonly schema: object;
      readonly examples: Record<string, { value: unknown }>;
    }
    const types = ['application/json', 'application/x-www-form-urlencoded'];
    const media = types.flatMap((type) => membersNamed(type, document) as Media[]);
    expect(media.length).toBeGreaterThan(20);
    for (const { schema, examples } of media) {
      const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')) as object);
      for (const { value } of Object.values(examples)) expect([value, validate(value)]).toEqual([value, true]);
    }
  });
});
