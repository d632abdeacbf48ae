import { listLogQuery } from '../../../shared/console-api/log.ts';
import { listLog as listUseCase } from '../../../shared/use-cases/log/list-log.ts';
import { readPage } from '../paging.ts';
import { readQuery } from '../request.ts';
import type { RouteHandler } from '../route-context.ts';

/** GET /log */
export const listLog: RouteHandler = async (context) => {
  const query = readQuery(context.request, listLogQuery);
  const { limit, after, seal } = await readPage<string>(context, query);
  const { from, until } = query;
  const page = await listUseCase(
    context.activityLog,
    {
      companyId: context.companyId,
      limit,
      from,
      until,
      userId: query.user,
      clientId: query.client,
      result: query.result,
      next: after,
    },
    context.now(),
  );
  return { statusCode: 200, body: { items: page.items, ...seal(page.next) } };
};
