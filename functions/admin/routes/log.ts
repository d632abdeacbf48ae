import type { LogEntry } from '../../../shared/console-api/log.ts';
import { listLog as listEntries, joinNames } from '../../../shared/use-cases/log/list-log.ts';
import { may } from '../../../shared/rules/roles.ts';
import { keyText, readPage } from '../paging.ts';
import type { RouteHandler } from '../route-context.ts';

/** GET /log. A role that may not read administrative entries gets only check-in entries. */
export const listLog: RouteHandler<'listLog'> = async (context, query) => {
  const { limit, after, toNext } = readPage(context, query, keyText);
  const { from, until, user: userId, client: clientId, result } = query;
  const kind = may(context.member.role, 'log.changes') ? query.kind : 'checkin';
  const { companyId } = context;
  const listQuery = { companyId, userId, clientId, result, kind, from, until, limit, next: after };
  const page = await listEntries(context.log, listQuery);
  const items = await joinNames(context.users, companyId, page.items);
  return { items: items as LogEntry[], ...toNext(page.next) };
};
