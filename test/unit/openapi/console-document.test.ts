import { describe, expect, it } from '@jest/globals';
import { makeConsoleDocument } from '../../../lib/openapi/console/console-document.ts';
import { MAX_INVITATIONS, MAX_MEMBERS } from '../../../shared/rules/roles.ts';

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly schema: { readonly pattern?: string };
  }[];
  readonly tags: readonly string[];
  readonly responses: Readonly<Record<string, unknown>>;
}

const document = makeConsoleDocument('1.1.0') as unknown as {
  paths: Record<string, Record<string, Operation>>;
  tags: readonly { readonly name: string }[];
};

const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** api-document.test.ts checks that this document is OpenAPI 3.1. */
describe('The document of the console API', () => {
  it('describes the responses of the gateway and its authorizer for every operation', () => {
    for (const { operationId, responses, tags } of operations) {
      expect([operationId, Object.keys(responses)]).toEqual([
        operationId,
        expect.arrayContaining(['400', '401', '403', '408', '413', '429', '431', '500', '503']),
      ]);
      expect(responses['401']).toMatchObject({ description: expect.stringContaining('{"message": "Unauthorized"}') });
      expect(tags.filter((tag) => !document.tags.some(({ name }) => name === tag))).toEqual([]);
    }
  });

  it('has the same patterns as the code', () => {
    const parameters = operations.flatMap((one) => one.parameters);
    const patternsOf = (name: string) =>
      new Set(parameters.filter((one) => one.name === name).map(({ schema }) => schema.pattern));
    const [timeZone = ''] = patternsOf('timeZone');
    for (const zone of Intl.supportedValuesOf('timeZone')) expect(zone).toMatch(new RegExp(timeZone, 'u'));
    expect('Europe/Berlin; x').not.toMatch(new RegExp(timeZone, 'u'));
  });

  it('names the limits of members and invitations', () => {
    const text = JSON.stringify(document);
    expect(text).toContain(`A company can have ${MAX_MEMBERS} members.`);
    expect(text).toContain(`A company can have ${MAX_INVITATIONS} open invitations.`);
  });
});
