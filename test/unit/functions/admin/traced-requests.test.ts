import { expect, it } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { admin } from '../../../../functions/admin/admin.ts';
import { toConsoleErrorResponse } from '../../../../functions/admin/error-response.ts';
import type { AdminDependencies } from '../../../../functions/admin/route-context.ts';
import { CONSOLE_API_PATH } from '../../../../shared/console-api/routes.ts';
import { makeApiFunction } from '../../../../shared/http/api-function.ts';
import type { LoggedRequest } from '../../../../shared/http/request-log.ts';

const member = { issuer: 'https://issuer.example', subject: 'sub-of-ana', role: 'viewer', createdAt: 0 } as const;

const dependenciesOf = (companyId: string | undefined) => ({
  verify: async () => member,
  members: {
    findCompany: async () => companyId,
    findRoster: async () => ({ companyId, revision: 1, members: [member], invitations: [] }),
  },
  now: Date.now,
});

const call = async (method: string, path: string, companyId?: string): Promise<LoggedRequest> => {
  const lines: LoggedRequest[] = [];
  const handler = makeApiFunction({
    name: 'admin',
    record: (line) => lines.push(line),
    toErrorResponse: toConsoleErrorResponse,
    operation: (request, { log }) =>
      admin(request, { ...dependenciesOf(companyId), log } as unknown as AdminDependencies),
  });
  const rawPath = `${CONSOLE_API_PATH}${path}`;
  const http = { method, path: rawPath, sourceIp: '192.0.2.7' };
  const event = {
    rawPath,
    rawQueryString: '',
    headers: { authorization: 'Bearer token' },
    requestContext: { requestId: 'request-1', http },
  };
  await handler(event as never, { getRemainingTimeInMillis: () => 10_000 } as Context);
  expect(lines).toHaveLength(1);
  return lines[0] as LoggedRequest;
};

it.each([
  ['succeeds', 'GET', '/me', 'acme', 200],
  ['is forbidden', 'GET', '/members', 'acme', 403],
  ['matches no route', 'GET', '/nonsense', 'acme', 404],
  ['comes from somebody without a company', 'GET', '/clients', undefined, 403],
])('If a request %s, its log line names the account and the IP address of the sender', async (...row) => {
  const [, method, path, companyId, statusCode] = row;
  const line = await call(method, path, companyId);
  expect(line).toMatchObject({ statusCode, sourceIp: '192.0.2.7', details: { fields: { subject: 'sub-of-ana' } } });
});
