import type { FieldsOf } from '../../../shared/console-api/schemas.ts';
import { listAttendance as listUseCase } from '../../../shared/use-cases/attendance/list-attendance.ts';
import { summariseAttendance as summariseUseCase } from '../../../shared/use-cases/attendance/attendance.ts';
import { readPage } from '../paging.ts';
import type { RouteContext, RouteHandler } from '../route-context.ts';

const DEFAULT_TIME_ZONE = 'UTC';

type Query = FieldsOf<'listAttendance'> & { readonly q?: string };

const list = async (context: RouteContext, query: Query) => {
  const { companyId, now } = context;
  const { limit, after, toNext } = await readPage<string>(context, query);
  const { day, timeZone = DEFAULT_TIME_ZONE, kind, result, q } = query;
  const listQuery = { companyId, day, timeZone, limit, kind, result, person: q, next: after };
  const page = await listUseCase(context, listQuery, now());
  return { companyId, day, timeZone, items: [...page.items], ...toNext(page.next) };
};

export const listAttendance: RouteHandler<'listAttendance'> = list;

export const searchAttendance: RouteHandler<'searchAttendance'> = list;

export const summariseAttendance: RouteHandler<'summariseAttendance'> = async (
  context,
  { day, timeZone = DEFAULT_TIME_ZONE },
) => {
  const { companyId, now } = context;
  const { quarters, ...summary } = await summariseUseCase(context, { companyId, day, timeZone }, now());
  return { ...summary, quarters: [...quarters] };
};
