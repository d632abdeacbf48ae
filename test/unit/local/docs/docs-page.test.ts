import { describe, expect, it } from '@jest/globals';
import { makeFunctionContext, type FunctionHandler } from '../../../../lib/local/gateway/call-function.ts';
import { makeDocsPages } from '../../../../lib/local/docs/docs-page.ts';

const pages = makeDocsPages(undefined);

const call = (page: string) => {
  const event = { headers: { host: '127.0.0.1:3000' }, pathParameters: { name: 'gate' } };
  return pages[page]?.(event as unknown as Parameters<FunctionHandler>[0], makeFunctionContext(page, 1_000));
};

describe('Without demo data, the page at /docs', () => {
  it('offers no sign-in', async () => {
    const { body } = (await call('GET /docs')) as { body: string };
    expect(body).toContain('There is no demo data');
    expect(body).not.toContain('<button');
  });

  it('cannot get the credentials of an API client', async () => {
    expect(await call('POST /docs/clients/{name}')).toEqual({ statusCode: 404 });
  });
});
