import fc from 'fast-check';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { makeApiDocument } from '../../../lib/openapi/api-document.ts';
import { readExamples } from '../../../lib/openapi/examples.ts';
import { isCheckinValid } from '../../support/checkin-body.ts';
import { post, type TokenSet } from '../../support/running-service.ts';
import { useServiceInMemory } from '../../support/use-service.ts';
import { bodiesLike, type BodyPart } from './from-schema.ts';
import { makeAjv } from '../../support/make-ajv.ts';

interface Document {
  readonly components: {
    readonly schemas: Record<'Credentials' | 'CheckinRequest', BodyPart>;
    readonly parameters: { readonly IdempotencyKey: { readonly schema: { readonly pattern: string } } };
  };
}

const document = makeApiDocument(readExamples()) as unknown as Document;
const { schemas, parameters } = document.components;
const KEY = new RegExp(parameters.IdempotencyKey.schema.pattern);

const ajv = makeAjv();
const isDescribed = {
  Credentials: ajv.compile(schemas.Credentials),
  CheckinRequest: ajv.compile(schemas.CheckinRequest),
};

const service = useServiceInMemory();
let tokens: TokenSet;

beforeAll(async () => {
  tokens = await service.logIn(await service.aClient());
});

const visible = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 140,
});
const optional = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });

const headers = fc.record({
  'Accept-Language': optional(fc.oneof(visible, fc.constantFrom('es', 'pt-BR', 'en, es;q=0', '*'))),
  'Idempotency-Key': optional(fc.oneof(visible, fc.stringMatching(KEY))),
});

const withoutUndefined = (headerValues: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headerValues).filter((pair): pair is [string, string] => pair[1] !== undefined));

/** Validates the key without outer spaces, because HTTP removes them (RFC 9110, section 5.5). */
const isKeyValid = (key: string | undefined): boolean => key === undefined || KEY.test(key.trim());

/** Checks a property for random requests. `post` throws if the document does not describe the response. */
const checkProperty = (property: fc.IAsyncProperty<unknown>) =>
  fc.assert(property as fc.IAsyncProperty<[unknown]>, { numRuns: 100 });

describe('The response to a random request matches the API document, and is 400 if and only if the request does not:', () => {
  it('POST /scheduling/checkin', async () => {
    const check = async (body: object, requestHeaders: Record<string, string | undefined>): Promise<void> => {
      const authorization = { Authorization: `Bearer ${tokens.accessToken}` };
      const response = await post(`${service.url}/scheduling/checkin`, body, {
        ...authorization,
        ...withoutUndefined(requestHeaders),
      });
      const key = requestHeaders['Idempotency-Key'];
      // JSON Schema cannot describe that a dry run forbids a header.
      const isDryRunWithKey = 'dryRun' in body && body.dryRun === true && key !== undefined;
      const isBodyValid = isCheckinValid(body, isDescribed.CheckinRequest);
      const isValid = isBodyValid && isKeyValid(key) && !isDryRunWithKey;
      expect(isValid ? [200, 404] : [400]).toContain(response.status);
    };
    await checkProperty(fc.asyncProperty(bodiesLike(schemas.CheckinRequest), headers, check));
  });

  it('POST /auth', async () => {
    const check = async (body: object): Promise<void> => {
      const { status } = await post(`${service.url}/auth`, body);
      expect(status).toBe(isDescribed.Credentials(body) ? 401 : 400);
    };
    await checkProperty(fc.asyncProperty(bodiesLike(schemas.Credentials), check));
  });
});
