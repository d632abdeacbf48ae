import type { LogEntry } from '../../../shared/console-api/log.ts';
import { listLog as listEntries } from '../../../shared/use-cases/log/list-log.ts';
import { nameEntries } from '../../../shared/use-cases/log/name-entries.ts';
import { may } from '../../../shared/rules/roles.ts';
import { keyText, readPage } from '../paging.ts';
import type { RouteHandler } from '../route-context.ts';

/** GET /log. A role that may not read administrative entries gets only check-in entries. */
export const listLog: RouteHandler<'listLog'> = async (context, query) => {
  const { limit, after, toNext } = readPage(context, query, keyText);
  const { from, until, user: userId, client: clientId, reader, result, import: importId } = query;
  const { companyId, roster, apiClients, member } = context;
  const kind = may(member.role, 'log.changes') ? query.kind : 'checkin';
  const filter = { kind, from, until, clientId, reader, result, importId };
  const page = await listEntries(context, { companyId, userId, ...filter, limit, next: after });
  const knownClients = may(member.role, 'clients.read') ? apiClients : undefined;
  const items = await nameEntries({ roster, apiClients: knownClients }, page.items);
  return { items: items as LogEntry[], ...toNext(page.next) };
};
