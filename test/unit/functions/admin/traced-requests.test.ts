import { expect, it } from '@jest/globals';
import { admin } from '../../../../functions/admin/admin.ts';
import type { AdminDependencies } from '../../../../functions/admin/route-context.ts';
import { CONSOLE_API_PATH } from '../../../../shared/console-api/routes.ts';
import type { ApiRequest } from '../../../../shared/http/api-request.ts';

const ana = { issuer: 'https://issuer.example', subject: 'sub-of-ana', role: 'viewer' };

/** Calls the API as Ana. Returns the fields of the log line. */
const fieldsOf = async (path: string, companyId?: string, headers = {}): Promise<object> => {
  let fields = {};
  const dependencies = {
    identity: ana,
    members: { findCompany: async () => companyId, findRoster: async () => ({ members: [ana] }) },
    addToLog: (detail: { readonly fields: object }) => (fields = { ...fields, ...detail.fields }),
  } as unknown as AdminDependencies;
  const request = {
    rawPath: `${CONSOLE_API_PATH}${path}`,
    headers,
    requestContext: { requestId: 'request-1', http: { method: 'GET' } },
  } as unknown as ApiRequest;
  await admin(request, dependencies).catch(() => undefined);
  return fields;
};

it.each([
  ['succeeds', '/me', 'acme', { route: 'getMe', companyId: 'acme' }],
  ['is forbidden', '/members', 'acme', { route: 'listMembers', companyId: 'acme' }],
  ['matches no route', '/nonsense', 'acme', { companyId: 'acme' }],
  ['comes from somebody without a company', '/clients', undefined, { route: 'listClients' }],
])('If a request %s, its log line names the route and the company if known', async (...row) => {
  const [, path, companyId, known] = row;
  expect(await fieldsOf(path, companyId)).toEqual(known);
});

it('The log line keeps the end of X-Forwarded-For, which AWS has written, however long the start is that the caller sent', async () => {
  const { forwardedFor } = (await fieldsOf('/me', 'acme', {
    'x-forwarded-for': `${'198.51.100.1, '.repeat(50)}203.0.113.7`,
  })) as { forwardedFor: string };
  expect(forwardedFor).toHaveLength(200);
  expect(forwardedFor).toMatch(/, 203\.0\.113\.7$/);
});
