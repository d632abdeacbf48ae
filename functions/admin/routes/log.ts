import { listLogQuery } from '../../../shared/console-api/log.ts';
import { listLog as listUseCase } from '../../../shared/use-cases/log/list-log.ts';
import { joinNames } from '../../../shared/use-cases/log/join-names.ts';
import { may } from '../../../shared/rules/roles.ts';
import { readPage } from '../paging.ts';
import { readQuery } from '../request.ts';
import type { RouteHandler } from '../route-context.ts';

/** GET /log. A role that may not read administrative entries gets the others. */
export const listLog: RouteHandler = async (context) => {
  const query = readQuery(context.request, listLogQuery);
  const { limit, after, toNext } = await readPage<string>(context, query);
  const { from, until } = query;
  const page = await listUseCase(context.activityLog, {
    companyId: context.companyId,
    limit,
    from,
    until,
    userId: query.user,
    clientId: query.client,
    result: query.result,
    ...(may(context.member.role, 'log.changes') ? query.kind && { kind: query.kind } : { kind: 'checkin' }),
    next: after,
  });
  const items = await joinNames(context.users, context.companyId, page.items);
  return { statusCode: 200, body: { items, ...toNext(page.next) } };
};
