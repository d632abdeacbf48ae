import {
  listAttendanceQuery,
  searchAttendanceRequest,
  summariseAttendanceQuery,
  type AttendanceSummaryResponse,
  type ListAttendanceResponse,
} from '../../../shared/console-api/attendance.ts';
import { listAttendance as listUseCase } from '../../../shared/use-cases/attendance/list-attendance.ts';
import { summariseAttendance as summariseUseCase } from '../../../shared/use-cases/attendance/summarise-attendance.ts';
import { readPage } from '../paging.ts';
import { readJson, readQuery, type GivenFields } from '../request.ts';
import { ok, type RouteContext, type RouteHandler } from '../route-context.ts';
import type { HttpResponse } from '../../../shared/http/response.ts';

type Query = GivenFields<typeof listAttendanceQuery> & { readonly q?: string };

const DEFAULT_TIME_ZONE = 'UTC';

const list = async (context: RouteContext, query: Query): Promise<HttpResponse> => {
  const { companyId, now } = context;
  const { limit, after, toNext } = await readPage<string>(context, query);
  const { day, timeZone = DEFAULT_TIME_ZONE, kind, result, q } = query;
  const listQuery = { companyId, day, timeZone, limit, kind, result, person: q, next: after };
  const page = await listUseCase(context, listQuery, now());
  return ok<ListAttendanceResponse>({ companyId, day, timeZone, items: [...page.items], ...toNext(page.next) });
};

export const listAttendance: RouteHandler = (context) => list(context, readQuery(context.request, listAttendanceQuery));

export const searchAttendance: RouteHandler = (context) =>
  list(context, readJson(context.request, searchAttendanceRequest));

export const summariseAttendance: RouteHandler = async (context) => {
  const { day, timeZone = DEFAULT_TIME_ZONE } = readQuery(context.request, summariseAttendanceQuery);
  const { companyId, now } = context;
  const { quarters, ...summary } = await summariseUseCase(context, { companyId, day, timeZone }, now());
  return ok<AttendanceSummaryResponse>({ ...summary, quarters: [...quarters] });
};
