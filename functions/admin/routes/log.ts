import { hash } from 'node:crypto';
import type { LogEntry } from '../../../shared/console-api/log.ts';
import { listLog as listEntries, type LogEntryView } from '../../../shared/use-cases/log/list-log.ts';
import { makeFindMemberEmail, nameEntries } from '../../../shared/use-cases/log/name-entries.ts';
import { foldEmail } from '../../../shared/rules/outside-text.ts';
import { may } from '../../../shared/rules/roles.ts';
import { keyText, readPage } from '../paging.ts';
import { listNewUsers as listNew } from '../../../shared/use-cases/log/list-new-users.ts';
import { defined } from '../../../shared/rules/plain-values.ts';
import type { RouteHandler } from '../route-context.ts';

const digestOf = (email: string | undefined): string | undefined => email && hash('sha256', foldEmail(email));

/** GET /log. A role that may not read administrative entries gets only check-in entries. */
export const listLog: RouteHandler<'listLog'> = async (context, query) => {
  const { limit, after, toNext } = readPage(context, query, keyText);
  const { from, until, user: userId, client: clientId, reader, result, import: importId } = query;
  const { companyId, roster, apiClients, member } = context;
  const kind = may(member.role, 'log.changes') ? query.kind : 'checkin';
  const findEmail = makeFindMemberEmail(roster);
  // The query has a digest, so that no URL contains an address. The store finds the entries about all members, and `isShown` keeps
  // those about this one.
  const isShown = (entry: LogEntryView): boolean => digestOf(findEmail(entry)) === query.member;
  const memberFilter = query.member === undefined ? {} : { isAboutMember: true, isShown };
  const filter = { kind, from, until, clientId, reader, result, importId, ...memberFilter };
  const page = await listEntries(context, { companyId, userId, ...filter, limit, next: after });
  const knownClients = may(member.role, 'clients.read') ? apiClients : undefined;
  const items = await nameEntries({ roster, apiClients: knownClients }, page.items);
  return { items: items as LogEntry[], ...toNext(page.next) };
};

export const listNewUsers: RouteHandler<'listNewUsers'> = async (context, query) => {
  const { after, toNext } = readPage(context, query, keyText);
  const ref = { companyId: context.companyId, importId: query.import };
  const { items, next } = await listNew(context, ref, after);
  return { items: items.map(defined), ...toNext(next) };
};
