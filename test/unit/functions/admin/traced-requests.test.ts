import { expect, it } from '@jest/globals';
import { admin } from '../../../../functions/admin/admin.ts';
import type { AdminDependencies } from '../../../../functions/admin/route-context.ts';
import type { ApiRequest } from '../../../../shared/http/api-request.ts';

it('The log line of a request names the account of the sender, even if the request is rejected', async () => {
  const details: unknown[] = [];
  const dependencies = {
    verify: async () => ({ issuer: 'https://issuer.example', subject: 'sub-of-ana' }),
    members: { findCompany: async () => undefined },
    log: (detail: unknown) => details.push(detail),
  } as unknown as AdminDependencies;
  const request = {
    rawPath: '/nonsense',
    headers: { authorization: 'Bearer token' },
    requestContext: { requestId: 'request-1', http: { method: 'GET' } },
  } as unknown as ApiRequest;

  await expect(admin(request, dependencies)).rejects.toMatchObject({ code: 'not_a_member' });
  expect(details).toEqual([{ fields: { subject: 'sub-of-ana' } }]);
});
